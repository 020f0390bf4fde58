"""The weights of a player of the battles on tactical ground, and the tempers that its levels play by."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from napwidgets.players import temper


class Temper(temper.Temper, frozen=True):
    """The weights of a player of the battles on tactical ground; values are in strength points, roughly."""

    UNTRIED: ClassVar = {"corps": 5.0, "joint_by": 1.0, "late": 4.0, "both": 1.0, "calm": 0.12, "guard": 0.5}

    #: What a move must gain to be made, and an attack or a charge.
    stir: float = 0.15
    worth_it: float = 0.1
    #: Strength points lost, against one of the enemy.
    losses: float = 0.9
    #: An enemy who gives way, or is destroyed; one's own who does.
    ground: float = 0.8
    destroyed: float = 0.8
    own_ground: float = 0.5
    own_destroyed: float = 0.8
    #: What the worth of a place adds to a fight for it.
    prize: float = 0.3
    #: To whoever attacks: a hex nearer to the aim, the aim itself, and how much of that counts for guns.
    near: float = 1.0
    aim: float = 3.0
    guns_near: float = 0.7
    #: In the front: odds against the best neighbour, being exposed, cover, company.
    odds: float = 1.6
    exposed: float = 0.5
    cover: float = 2.0
    company: float = 0.3
    #: Horse beside the enemy, and two hexes off.
    horse_close: float = -2.0
    horse_near: float = 0.5
    #: What it costs horse to be in reach of the enemy while no infantry of its side is near.
    aloof: float = 0.0
    #: To whoever holds: a hex nearer to the middle, the worth of a place, being exposed.
    hold_near: float = 0.5
    hold_worth: float = 1.5
    hold_exposed: float = 0.4
    #: Goals: a hex of way against their worth.
    far: float = 0.15
    #: A goal worth less than this is not attacked by a side that wins anyway when time runs out.
    attack_worth: float = 2.0
    #: Hits spared and spared the enemy in a retreat, and the ground.
    spared: float = 1.3
    given: float = 1.1
    stand: float = 0.9
    #: What an exposed advance costs.
    risk: float = 0.35
    #: What a second march in one action must gain more; with it nobody marches back to where he has been in it.
    again: float = 0.0
    #: How much nearer to a place that a side holds, against one of the enemy's, a formation is that stays and waits.
    press: float = 0.0
    #: What stepping into an empty place that counts is worth, for each point of its worth.
    step_in: float = 0.0
    #: What a strength point of a unit that is gone counts, and how much more where that breaks a corps or an army; with
    #: 0 losses are counted in strength points of fire alone.
    gone: float = 0.0
    brink: float = 0.0
    #: What a strength point of fire counts that a unit loses with a step, and of guns overrun.
    wear: float = 0.5
    guns_lost: float = 0.8
    #: What it counts that a corps breaks, in strength points; with 0 that is a part of what its units count.
    corps: float = 0.0
    #: What it costs, for each strength point, to lead a unit that the next hit destroys up to the enemy.
    frail: float = 0.0
    #: Whether attacks are planned together: all stacks that reach an enemy, and not one after the other.
    together: float = 0.0
    #: What its place in an attack that is planned with the march is worth to a unit at the most, and for each point
    #: that the attack is worth; with 0 all of it whatever that is.
    joint: float = 0.0
    joint_by: float = 0.0
    #: Whether an order to attack names what to attack next, and commanders decide when it can be followed.
    onward: float = 0.0
    #: Whether the aim follows from how the battle would end if it were over now.
    verdict: float = 0.0
    #: Whether broken formations gather their men in reserve.
    mend: float = 0.0
    #: What it costs a leader to be alone within two hexes of the enemy.
    alone: float = 0.0
    #: What it costs to leave a battery alone in an enemy zone, but for a place that counts in the last turn.
    escort: float = 0.0
    #: Farther than this from the enemy, in hexes, a formation that has been told to hold marches to a place in danger;
    #: with 0 it stays.
    relieve: float = 0.0
    #: Farther than this from the enemy a division with orders of its own is taken back into its corps; with 0 never.
    rejoin: float = 0.0
    #: How much less a place counts, for each hex from there to the enemy, to whoever looks for one to hold; with 0 as
    #: much as one of way, for the first ten.
    calm: float = 0.0
    #: Whether a place is worth what both sides would have for it.
    both: float = 0.0
    #: How much more a place adds to a fight for it in the last turn.
    late: float = 0.0
    #: What more troops in a place are worth, against the first, while they lack strength against who may come.
    guard: float = 0.0
    #: How many orders to the same end are sent after one that is still on its way.
    insist: float = 0.0
    #: So many hexes before the end of a march, with nothing to follow, the next orders are sent; with 0 after it.
    ahead: float = 0.0
    #: Whether leaders look about for themselves where nobody can send them orders, or a Bad Move does no harm.
    own: float = 0.0
    #: Whether those who hold a place gather behind it.
    behind: float = 0.0
    #: Whether those who were told to defend a place that counts for nothing keep one near it that does.
    nearby: float = 0.0
    #: What part of the worth of open places beside it a place counts more to whoever looks for one to attack.
    cluster: float = 0.0
    #: What it is worth to take a train of the enemy's baggage.
    booty: float = 0.0
    #: What it is worth to come to a place that supplies the enemy.
    raid: float = 0.0
    #: What it is worth to dig in where the enemy may come, and for each point of worth of the place.
    works: float = 0.0
    #: To whoever falls back or runs: a hex nearer to the road home.
    homeward: float = 0.0
    #: To a reserve whose order is late: a hex nearer to where the order sends it; with 0 it rests.
    nigh: float = 0.0
    #: What it costs to leave a place that counts empty by an attack of horse, an advance or an evasion, in its worth.
    vacate: float = 0.0


#: What a steady player looks after in every battle; `Temper` itself is a recruit's.
CAREFUL = Temper(
    press=1.0,
    again=1.0,
    step_in=4.0,
    alone=8.0,
    escort=30.0,
    gone=1.0,
    brink=0.7,
    frail=0.5,
    together=1.0,
    joint=4.0,
    onward=1.0,
    verdict=1.0,
    mend=1.0,
    relieve=5.0,
    rejoin=2.0,
    ahead=8.0,
    own=1.0,
    vacate=1.0,
    homeward=0.15,
    nigh=0.3,
    prize=1.0,
    late=4.0,
    both=1.0,
    calm=0.12,
)

#: The temper of a steady player of June 1815, with the weights that a school of four terms found
#: (docs/players-measured.md).
STEADY = replace(
    CAREFUL,
    stir=0.1,
    worth_it=0.065,
    losses=0.811,
    ground=0.64,
    destroyed=0.411,
    own_ground=0.415,
    own_destroyed=0.824,
    prize=1.296,
    near=0.727,
    aim=2.439,
    guns_near=1.003,
    odds=1.24,
    exposed=0.35,
    cover=0.88,
    company=0.269,
    horse_close=-2.396,
    horse_near=0.65,
    hold_near=0.417,
    hold_worth=1.828,
    hold_exposed=0.428,
    far=0.136,
    attack_worth=2.535,
    spared=1.207,
    given=1.248,
    stand=1.663,
    risk=0.383,
    step_in=4.818,
    gone=1.504,
    brink=0.716,
    wear=0.657,
    guns_lost=0.856,
    frail=0.373,
    joint=6.328,
    calm=0.15,
    late=3.307,
    insist=1.0,
)
