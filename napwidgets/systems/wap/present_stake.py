"""What a decision is about, for somebody who does not know the game yet: its place, its buttons, a hint."""

from __future__ import annotations

from napwidgets.kernel.system import Label
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap import naval
from napwidgets.systems.wap.blockade import AttackOffer, PounceOffer
from napwidgets.systems.wap.combat import Battle, CombatPhase, Shelter, Slip
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.diplomacy import CourtChoice, PeaceAnswer, SuitForPeace
from napwidgets.systems.wap.encounters import InterceptOffer, Onward, PursueOffer, SeaRetreat, interception_parts
from napwidgets.systems.wap.fleets import NavalPhase
from napwidgets.systems.wap.jettison import JettisonOffer, RetrieveOffer
from napwidgets.systems.wap.lloyds import bases_odds
from napwidgets.systems.wap.marching import ForcedMarch, MovementPhase
from napwidgets.systems.wap.opening import Station
from napwidgets.systems.wap.politics import EntrustChoice
from napwidgets.systems.wap.present_words import counted, percent, spot
from napwidgets.systems.wap.prizes import PrizeChoice
from napwidgets.systems.wap.production import MinorPurchase, Purchase
from napwidgets.systems.wap.relief import Engaged, SecondFight, SortieOffer
from napwidgets.systems.wap.state import SAILING, State, at_sea, fleet_index
from napwidgets.systems.wap.words import grouping

#: What "yes" and "no" mean in an offer.
_ANSWERS: dict[type[object], tuple[str, str]] = {
    AttackOffer: ("Attack them", "Do not attack"),
    PounceOffer: ("Attack for one round", "Let them go back"),
    SortieOffer: ("They come out, too", "They stay in the port"),
    Onward: ("Stay here", "Sail on"),
    SecondFight: ("Fight them, too", "Let them be"),
    PursueOffer: ("Pursue them", "Let them go"),
    PeaceAnswer: ("Make peace", "Refuse: the war goes on"),
}
#: What "done" ends.
_DONE: dict[type[object], str] = {
    NavalPhase: "No more voyages this month",
    CourtChoice: "Send no envoys this month",
    Purchase: "Buy nothing more",
    MinorPurchase: "Buy nothing more for minor states",
    MovementPhase: "No more marches this month",
    ForcedMarch: "Halt here",
    InterceptOffer: "Let them pass",
    CombatPhase: "No more combats this month",
    SuitForPeace: "Fight on",
}
#: How many months hints are given.
_FIRST = 1
_HINTS: dict[type[object], str] = {
    NavalPhase: "New here? Fleets may stay where they are: an enemy blockade costs trade, and a fight at sea costs "
    "ships for years. You can end this phase at once.",
    CourtChoice: "The chance stands on each button. A state that joins you brings its armies from next month on.",
    Purchase: "Choose a city, then what it raises. Points can't be kept, except by England: spend them.",
    MovementPhase: "Click a leader on the map, then a lit hex. The figure is the cost; red dashes mean a battle. "
    "Stand together before you fight: two to one and a good leader win.",
    Station: "New here? Leave them where they are.",
    CombatPhase: "Pick a battle: its exact chances stand below before anything is thrown.",
}


def stake(x: Context, s: State) -> int:
    """The place on the screen that the decision on top is about; -1 for none in particular."""
    step = s.agenda[-1] if s.agenda else None
    if isinstance(step, (Battle, Shelter, Slip, ForcedMarch)):
        return step.hex
    if isinstance(step, Onward):
        return next((spot(x, f.place) for f in s.fleets if f.moved == SAILING), -1)
    if isinstance(step, Station):
        return spot(x, step.place)
    if isinstance(step, EntrustChoice):
        return x.setting.city_hex[x.setting.capital[step.minor]]
    if isinstance(step, (AttackOffer, PounceOffer, SortieOffer, Engaged, SecondFight, PrizeChoice)):
        return spot(x, step.place)
    if isinstance(step, InterceptOffer):
        return spot(x, at_sea(step.zone))
    if isinstance(step, RetrieveOffer):
        return next((spot(x, f.place) for f in s.fleets if f.moved == step.defender), -1)
    if isinstance(step, (PursueOffer, SeaRetreat, JettisonOffer)):
        return next((spot(x, f.place) for f in s.fleets if f.moved == step.flag), -1)
    if isinstance(step, (SuitForPeace, PeaceAnswer)):
        return x.setting.city_hex[x.setting.capital[step.major]]
    return -1


def label(x: Context, s: State, move: m.Move) -> Label | None:
    """A move in words that fit the decision on top, with its chance; None for the usual words."""
    step = s.agenda[-1] if s.agenda else None
    named = type(step) in _ANSWERS or type(step) in _DONE
    cites = step.decision(x, s).cites[:1] if step is not None and named else ()
    yes, no = _ANSWERS.get(type(step), ("", ""))
    done = no or _DONE.get(type(step), "")
    if isinstance(move, m.Accept) and yes:
        return Label(yes, "", cites)
    if isinstance(move, m.Done) and done:
        return Label(done, "", cites)
    if isinstance(step, InterceptOffer) and isinstance(move, m.Intercept):
        return _intercept(x, s, step, move)
    if isinstance(step, Onward) and isinstance(move, m.ToPort):
        words = f"Follow them to {x.board.title(move.to)}"
        return Label(words, "and blockade the port; the voyage ends there", cites)
    if isinstance(move, m.AttackBases):
        won = bases_odds(x.tables, move.squadrons, move.infantry, move.points)
        paid = ", ".join(
            counted(n, word)
            for n, word in ((move.squadrons, "squadron"), (move.infantry, "infantry"), (move.points, "point"))
            if n
        ).replace("infantrys", "infantry")
        detail = f"{paid or 'nothing committed'} · {percent(won)}"
        return Label(f"Attack bases in {x.setting.zones[move.zone].name}", detail, ("WAP K.8.l",))
    return None


def _intercept(x: Context, s: State, step: InterceptOffer, move: m.Intercept) -> Label | None:
    """An interception with its chance to meet them; in groups each throws for itself."""
    i = fleet_index(s, move.fleet)
    if i < 0:
        return None
    odds = naval.search_odds(x.tables, interception_parts(x, s, s.fleets[i], step.zone), move.throws)
    detail = f"they are met: {percent(1 - odds[0])}"
    detail += f"; by all of us: {percent(odds[move.squadrons])}" if len(move.throws) > 1 else ""
    return Label(
        f"Intercept with {counted(move.squadrons, 'squadron')}{grouping(move.throws)}", detail, ("WAP F.4.c",)
    )


def advice(x: Context, s: State) -> str:
    """A hint for the first month; empty later, and where the decision speaks for itself."""
    step = s.agenda[-1] if s.agenda else None
    return _HINTS.get(type(step), "") if s.turn <= _FIRST else ""
