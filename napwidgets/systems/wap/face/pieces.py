"""What stands on the map of Europe: armies, leaders, fleets, flags of cities that changed hands, supply and reach."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from napwidgets.board.scene import Counter, Overlay, Scene
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.face.words import SIDE_WORDS, colour, counted, side_of_seat, signed, spot
from napwidgets.systems.wap.forces import CC, GC, GI, L, M, P, on_foot, several, spelled
from napwidgets.systems.wap.ground import layout, reach
from napwidgets.systems.wap.land.attrition import at_next, standing, toll
from napwidgets.systems.wap.land.columns import pace_of
from napwidgets.systems.wap.land.supply import supplied
from napwidgets.systems.wap.sea.seaways import lanes
from napwidgets.systems.wap.setting import NATIONS
from napwidgets.systems.wap.state import DAMAGED, FACTIONS, NEUTRAL, PRIZE, READY, Army, Fleet, Leader, State, zone_of
from napwidgets.systems.wap.tables import Zone

#: Kinds worth a sign on a counter.
_SIGNS = (
    (GI, "G", "Guard among them"),
    (GC, "G", "Guard among them"),
    (CC, "c", "Cossacks among them"),
    (L, "L", "landwehr among them"),
    (M, "M", "militia among them"),
    (P, "P", "partisans among them"),
)


class Pieces:
    """The counters of a view with the things they stand for; ids stay the same while a thing stays what it is."""

    def __init__(self, x: Context, s: State, acting: Sequence[str] = ()) -> None:
        self.x, self.s, self.acting = x, s, set(acting)
        self.used: dict[str, int] = {}
        self.armies = [self._id(f"a{a.hex}.{a.nation}.{a.under}{'i' * a.inside}{'m' * a.moved}") for a in s.armies]
        self.leaders = [f"l{i}" for i in range(len(s.leaders))]
        self.fleets = [self._id(_fleet_key(f)) for f in s.fleets]

    def _id(self, key: str) -> str:
        again = self.used[key] = self.used.get(key, 0) + 1
        return key if again == 1 else f"{key}+{again}"

    def counters(self) -> Iterator[Counter]:
        """All of them."""
        led: dict[tuple[int, bool], int] = {}
        for i, leader in enumerate(self.s.leaders):
            if leader.place >= 0:
                best = led.setdefault((leader.place, leader.inside), i)
                if self.x.rating(self.s, i) > self.x.rating(self.s, best):
                    led[leader.place, leader.inside] = i
        for n, army in enumerate(self.s.armies):
            first = led.get((army.hex, army.inside))
            yield self._army(n, army, "" if first is None else self.x.setting.leaders[first].called)
        for i in range(len(self.s.leaders)):
            yield from self._leader(i)
        for n, fleet in enumerate(self.s.fleets):
            yield self._fleet(n, fleet)

    def _army(self, n: int, army: Army, leader: str) -> Counter:
        x, s = self.x, self.s
        walks = any(on_foot(army.count)) or army.count[P]
        marks = list(dict.fromkeys((sign, words) for kind, sign, words in _SIGNS if army.count[kind]))
        if leader:
            marks.append(("★", f"with {leader}"))
        if army.inside:
            marks.append(("▣", "shut up in the city"))
        lent = f", lent to {NATIONS[army.under]}" if army.under >= 0 else ""
        return Counter(
            id=self.armies[n],
            hex=army.hex,
            name=NATIONS[army.nation],
            symbol="infantry" if walks else "cavalry",
            values=str(sum(army.count)),
            nation=colour(army.nation),
            seat=SIDE_WORDS[x.army_faction(s, army)],
            title=f"{spelled(army.count)}{lent}",
            marks=tuple(marks),
            active=self.armies[n] in self.acting,
            spent=army.moved,
            order=100 + sum(army.count) * 4 + (not army.inside),
        )

    def _leader(self, i: int) -> Iterator[Counter]:
        x, leader = self.x, self.s.leaders[i]
        place = spot(x, leader.place)
        if place < 0:
            return
        row, nation = x.setting.leaders[i], x.setting.leader_nation[i]
        yield Counter(
            id=self.leaders[i],
            hex=place,
            name=row.called,
            symbol="leader",
            values=f"[{x.rating(self.s, i)}]",
            nation=colour(nation),
            seat=SIDE_WORDS[x.leader_faction(self.s, i)],
            title=f"leader of {NATIONS[nation]}",
            marks=(("▣", "shut up in the city"),) if leader.inside and leader.place >= 0 else (),
            active=self.leaders[i] in self.acting,
            spent=leader.moved,
            order=x.rating(self.s, i),
            berth=_berth(leader) if i == x.setting.nelson else "",
        )

    def _fleet(self, n: int, fleet: Fleet) -> Counter:
        x, s = self.x, self.s
        words = counted(fleet.squadrons, "squadron") if fleet.squadrons else ""
        if fleet.transports:
            words += f"{' and ' if words else ''}{counted(fleet.transports, 'transport')}"
        title = f"{words} {x.place_name(fleet.place, fleet.inside)}"
        marks = [("▲", "carries troops")] if any(fleet.aboard) else []
        marks += [("✖", "damaged")] if fleet.condition == DAMAGED else []
        marks += [("⚑", f"taken from {NATIONS[fleet.taken]}")] if fleet.condition == PRIZE else []
        ships = (fleet.squadrons and f"{fleet.squadrons}") or ""
        return Counter(
            id=self.fleets[n],
            hex=spot(x, fleet.place),
            name=NATIONS[fleet.nation],
            symbol="ship",
            values=ships + (f"{'+' if ships else ''}{fleet.transports}t" if fleet.transports else ""),
            nation=colour(fleet.nation),
            seat=SIDE_WORDS[x.faction(s, fleet.nation)],
            title=title,
            marks=tuple(marks),
            active=self.fleets[n] in self.acting,
            spent=fleet.moved != READY,
            order=200 + fleet.squadrons,
            berth=_berth(fleet),
        )


def _berth(afloat: Fleet | Leader) -> str:
    """How ships, or Nelson with his, lie: at sea, in a port or before it."""
    return "" if zone_of(afloat.place) else "port" if afloat.inside else "off"


def _fleet_key(f: Fleet) -> str:
    flags = f"{'i' * f.inside}c{f.condition}" if f.condition or f.inside else ""
    return f"f{f.place}.{f.nation}.{flags}{f'm{f.moved}' if f.moved else ''}"


def sea_words(x: Context, zone: Zone) -> str:
    """The figures of a sea zone in words."""
    parts = [f"{counted(zone.cost, 'movement point')} to enter"]
    if zone.interception:
        parts.append(f"{signed(zone.interception)} to interceptions")
    if x.options.lloyds:
        parts.append(f"trade {signed(zone.traffic)}")
    return ", ".join(parts)


def scene(x: Context, s: State, acting: Sequence[str]) -> Scene:
    """Counters of a view, with the flags of cities in other hands and the sieges."""
    return Scene(tuple(Pieces(x, s, acting).counters()), tuple(_standing(x, s)))


def _standing(x: Context, s: State) -> Iterator[Overlay]:
    held: dict[int, list[int]] = {}
    for c, holder in enumerate(s.control):
        if holder != x.setting.home[c] and x.faction(s, holder) != x.faction(s, x.setting.home[c]):
            held.setdefault(holder, []).append(x.setting.city_hex[c])
    for nation, hexes in sorted(held.items()):
        yield Overlay("flag", f"Held by {NATIONS[nation]}", tuple(hexes), nation=colour(nation))
    if s.sieges:
        notes = tuple((h, counted(months, "month")) for h, months in s.sieges)
        yield Overlay("siege", "Besieged", tuple(h for h, _ in s.sieges), notes)
    fights = sorted({to for to, _ in s.came if to in layout(x, s).war[s.segment]})
    if fights and s.segment != NEUTRAL:
        yield Overlay("battle", "Both sides stand here", tuple(fights))


def overlay(x: Context, s: State, seat: str | None, kind: str, hex: int) -> Overlay:
    """``supply`` of one's own side, ``enemy`` supply, or ``reach`` of what stands in ``hex``."""
    side = side_of_seat(x, s, seat)
    if kind == "reach":
        return _reach(x, s, hex)
    who = side if kind == "supply" else x.enemies(side)
    if who == NEUTRAL:
        return Overlay(kind, "Neutrals need no supply lines", ())
    title = f"{'In supply' if kind == 'supply' else 'In supply for the enemy'}: {FACTIONS[who]} forces"
    notes = tuple(_tolls(x, s, who))
    if notes:
        title += ". Beside troops: how many strength points attrition takes next, on average"
    return Overlay(kind, title, tuple(sorted(supplied(x, s, who))), notes)


def _tolls(x: Context, s: State, faction: int) -> Iterator[tuple[int, str]]:
    """What a faction's troops lose next by attrition, hex by hex."""
    then = at_next(x, s, faction)
    if then is None:
        return
    for hex, inside in standing(x, then, faction):
        lost = float(toll(x, then, hex, faction, inside).lost.mean(float))
        if lost:
            yield hex, f"−{max(lost, 0.1):.1f}"


def _reach(x: Context, s: State, hex: int) -> Overlay:
    """Where the troops in a hex can march in a month, or its fleets sail."""
    armies = [s.armies[i] for i in layout(x, s).at[hex] if not s.armies[i].inside]
    if not armies:
        return _sea_reach(x, s, hex)
    side = x.army_faction(s, armies[0])
    pace = max(pace_of(x, ((a.nation, a.count),)) for a in armies if x.army_faction(s, a) == side)
    found = reach(x, s, hex, pace, side)
    notes = tuple((h, str(cost)) for h, cost in sorted(found.cost.items()) if cost)
    return Overlay("reach", f"Within {pace} movement points", tuple(sorted(found.cost)), notes)


def _sea_reach(x: Context, s: State, hex: int) -> Overlay:
    fleets = [f for f in s.fleets if spot(x, f.place) == hex]
    if not fleets:
        return Overlay("reach", "Nothing stands here that could move", ())
    whole = x.tables.movement["naval unit"]
    ways = lanes(x, fleets[0].place)
    notes = tuple((x.board.size + zone, str(whole - lane.left)) for zone, lane in sorted(ways.items()))
    return Overlay("reach", f"Seas within {whole} movement points", tuple(h for h, _ in notes), notes)


def kinds_of(count: Sequence[int]) -> str:
    """A force kind by kind, for a card."""
    return ", ".join(several(n, kind) for kind, n in enumerate(count) if n) or "nothing"
