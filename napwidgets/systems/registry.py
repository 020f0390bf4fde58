"""The rule systems there are, in the order in which they are listed."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from napwidgets.board.display import Aftermath
from napwidgets.kernel.rulings import ScenarioError
from napwidgets.systems.con.record import SYSTEM as CON
from napwidgets.systems.jdg.record import SYSTEM as JDG
from napwidgets.systems.mop.record import SYSTEM as MOP
from napwidgets.systems.nlc.record import SYSTEM as NLC
from napwidgets.systems.record import Choices, Face, Files, System
from napwidgets.systems.wap.record import SYSTEM as WAP

#: What is found, listed, checked and played.
SYSTEMS: dict[str, System] = {system.id: system for system in (NLC, MOP, WAP, JDG, CON)}


def system_of(id: str) -> System:
    """A system by its id; raises `ScenarioError` offering the nearest name when there is none.

    >>> system_of("wap").word
    'campaign'
    """
    if id in SYSTEMS:
        return SYSTEMS[id]
    near = get_close_matches(id, SYSTEMS, 1)
    hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(SYSTEMS)}."
    raise ScenarioError(f"There is no system {id!r}; {hint}")


def record_of(id: str) -> System:
    """A system by its id; a plain record for one that is not listed, as a game of one's own may have.

    >>> record_of("wap").article, record_of("chess").panels
    ('', ())
    """
    return SYSTEMS.get(id) or System(id, "", "campaign", {})


def aftermath_of(id: str) -> Aftermath:
    """Which events of a system are fights, and which ones come of them; a system of one's own may have none."""
    record = SYSTEMS.get(id)
    found: Aftermath = getattr(record.face, "AFTERMATH", Aftermath()) if record is not None else Aftermath()
    return found


if TYPE_CHECKING:
    from napwidgets.systems.con import files as con_files
    from napwidgets.systems.con import options as con_options
    from napwidgets.systems.con import present as con_present
    from napwidgets.systems.jdg import files as jdg_files
    from napwidgets.systems.jdg import options as jdg_options
    from napwidgets.systems.jdg import present as jdg_present
    from napwidgets.systems.mop import files as mop_files
    from napwidgets.systems.mop import options as mop_options
    from napwidgets.systems.mop import present as mop_present
    from napwidgets.systems.nlc import files as nlc_files
    from napwidgets.systems.nlc import options as nlc_options
    from napwidgets.systems.nlc import present as nlc_present
    from napwidgets.systems.wap import files as wap_files
    from napwidgets.systems.wap import options as wap_options
    from napwidgets.systems.wap import present as wap_present

    # The type checker holds every system against what its record promises.
    _FILES: tuple[Files, ...] = (nlc_files, mop_files, wap_files, jdg_files, con_files)
    _OPTIONS: tuple[Choices, ...] = (nlc_options, mop_options, wap_options, jdg_options, con_options)
    _FACES: tuple[Face, ...] = (nlc_present, mop_present, wap_present, jdg_present, con_present)
