"""Where and when campaigns are decided, and how far it is."""

from __future__ import annotations

from napwidgets.board.network import HOME, Network
from napwidgets.lab.decided import decided
from napwidgets.lab.ways import meeting_places, ways_from


def test_a_game_gives_its_battles_and_its_points() -> None:
    games, battles, points = decided("jdg/germany-1813-2", 2, workers=1, progress=False)
    assert list(games.game) == ["1813/1", "1813/2"]
    assert set(games.winner) <= {"french", "allied", "draw"}
    assert set(battles.game) <= set(games.game)
    assert (battles.points == battles.type.map({"decisive": 5, "offensive": 3, "screen": 0, "skirmish": 0})).all()
    assert battles.lat.between(49, 54).all()
    assert list(points.turn.unique()) == [1, 2, 3, 4]


def test_the_same_games_on_two_processes() -> None:
    one, two = (decided("jdg/germany-1813-2", 2, workers=n, progress=False) for n in (1, 2))
    for first, second in zip(one, two, strict=True):
        assert first.equals(second)


def test_ways_add_up_and_meet() -> None:
    network = Network.load(HOME / "germany-1813.network.json")
    berlin = ways_from(network, "Berlin")
    assert len(berlin) == network.size
    found = meeting_places(network, ["Berlin", "Breslau"])
    assert (found["all are there after"] == found[["from Berlin", "from Breslau"]].max(axis=1)).all()
    assert found["all are there after"].is_monotonic_increasing
    home = found[found.place == "Berlin"].iloc[0]
    assert home["from Berlin"] == 0
    assert home["from Breslau"] == berlin[network.index("Breslau")]
