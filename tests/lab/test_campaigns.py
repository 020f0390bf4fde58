"""Campaigns of several battles in the lab."""

from __future__ import annotations

from napwidgets.lab.campaigns import campaign, table


def test_a_campaign_is_the_same_for_the_same_seed_and_has_all_its_battles() -> None:
    found = campaign("mop/montmirail-vauchamps", seed="3")
    assert [stage.number for stage in found] == [1, 2]
    assert campaign("mop/montmirail-vauchamps", seed="3")[0] == found[0]
    frame = table({"3": found})
    assert list(frame["title"]) == [stage.title for stage in found]
    assert frame["french"][1] == found[1].points["french"]
