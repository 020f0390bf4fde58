"""Saves: what is written is what is read, and whatever is wrong is named by its place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from napwidgets.kernel import saves
from napwidgets.kernel.game import Game
from napwidgets.kernel.migrations import renamed
from napwidgets.kernel.rulings import SaveError
from tests.conformance.cases import find_engine
from tests.conformance.child import played
from tests.kernel.toy import Bid, ToyEngine

FIXTURES = Path(__file__).parent.parent / "saves"


@pytest.fixture(scope="module")
def game() -> Game:
    return played(ToyEngine(), "1815", 60)


@pytest.fixture(scope="module")
def raw(game: Game) -> bytes:
    return saves.dump(game)


def changed(raw: bytes, **values: Any) -> bytes:
    return msgspec.json.encode({**msgspec.json.decode(raw), **values})


def refusal(raw: bytes) -> str:
    with pytest.raises(SaveError) as error:
        saves.load(raw, find_engine)
    text = str(error.value)
    assert "\n" not in text
    assert "Traceback" not in text
    return text


def test_a_save_is_readable_json_with_one_move_a_line(game: Game, raw: bytes) -> None:
    plain = msgspec.json.decode(raw)
    assert list(plain) == [
        "format", "system", "rules", "scenario", "fingerprint", "options", "tables", "dice", "seats", "setup",
        "moves", "hash",
    ]  # fmt: skip
    lines = raw.decode().splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith('"moves"'))
    for number, move in enumerate(game.history()[1:], 1):
        assert lines[start + number].startswith(f'["{move.seat}",')


def test_loading_gives_an_equal_game(game: Game, raw: bytes) -> None:
    again = saves.load(raw, find_engine)
    assert again.history() == game.history()
    assert again.state == game.state
    assert (again.seed, again.position) == (game.seed, game.position)


def test_options_are_kept() -> None:
    game = Game.new(ToyEngine(purse=3)).play(Bid(3))
    assert saves.load(saves.dump(game), find_engine).engine.chosen == {"purse": 3}


def test_a_game_with_dice_typed_in_is_kept() -> None:
    game = Game.new(ToyEngine(), None, [(2,)]).play(Bid(1)).play(Bid(1)).play(Bid(1), typed=[(0,)])
    again = saves.load(saves.dump(game), find_engine)
    assert again.seed is None
    assert again.state == game.state


@pytest.mark.parametrize("rubbish", [b"hello", b"\x00\xff\xfe", b"PK\x03\x04zip", b"<html></html>", b"8 a"])
def test_files_of_another_kind_are_no_games(rubbish: bytes) -> None:
    """What is wrong in them as JSON would help nobody."""
    assert "it is not a game saved by napwidgets; choose a file that a game was saved to" in refusal(rubbish)


@pytest.mark.parametrize("damaged", [b"{", b'{"format":1,}', b" {]", b'{"\xff":1}'])
def test_files_that_are_no_json_are_refused(damaged: bytes) -> None:
    assert "damaged or no JSON file" in refusal(damaged)


@pytest.mark.parametrize("nothing", [b"", b" \n"])
def test_an_empty_file_is_called_empty(nothing: bytes) -> None:
    assert "the file is empty; choose one that a game was saved to" in refusal(nothing)


@pytest.mark.parametrize("foreign", [b"[]", b"3", b"null", b"{}", b'{"format":"x","moves":[]}', b'{"format":1}'])
def test_json_that_is_no_save_is_refused(foreign: bytes) -> None:
    assert "not a game saved by napwidgets" in refusal(foreign)


def test_a_truncated_save_is_refused_with_its_line(raw: bytes) -> None:
    half = raw[: len(raw) // 2]
    last = half.count(b"\n") + 1
    assert f"line {last})" in refusal(half)


def test_a_newer_format_asks_for_a_newer_napwidgets(raw: bytes) -> None:
    assert "install the newest" in refusal(changed(raw, format=saves.FORMAT + 1))


def test_an_unknown_old_format_is_refused(raw: bytes) -> None:
    assert "format 0 is unknown" in refusal(changed(raw, format=0))


def test_an_old_format_migrates(game: Game, raw: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    def forward(data: dict[str, Any]) -> dict[str, Any]:
        return {**{k: v for k, v in data.items() if k != "game"}, "format": 1, "system": data["game"]}

    monkeypatch.setitem(saves.MIGRATIONS, 0, forward)
    plain = msgspec.json.decode(raw)
    old = {**{k: v for k, v in plain.items() if k != "system"}, "format": 0, "game": "toy"}
    assert saves.load(msgspec.json.encode(old), find_engine).state == game.state


@pytest.mark.parametrize(("format", "over"), [(1, True), (1, False), (2, True)])
def test_the_words_of_a_verdict_are_no_part_of_a_save(
    format: int, over: bool, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In format 1 they were: whatever they are now, a game that is over still loads, and no other is believed so."""
    monkeypatch.setenv("NAPWIDGETS_SCENARIOS", str(FIXTURES / "scenarios"))
    raw = (FIXTURES / "jdg-format-2.nap.json").read_bytes()
    if not over:
        played = saves.load(raw, find_engine)
        raw = saves.dump(played.at(played.number - 1))
    other = changed(raw, format=format, hash="0" * 64)
    if format == 1 and over:
        assert saves.load(other, find_engine).outcome == saves.load(raw, find_engine).outcome
    else:
        assert "its moves lead elsewhere" in refusal(other)


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("system", "nlc", "it says system 'nlc'"),
        ("fingerprint", "other", "another edition of scenario 'toy/couriers'"),
        ("seats", ["red", "blue"], "the scenario has red, green, blue"),
        ("hash", "0" * 64, "its moves lead elsewhere"),
        ("dice", [], "which dice the game began with"),
        ("setup", [[7]], "the dice of the set-up are wrong"),
        ("setup", [[0], [1]], "more dice for the set-up"),
        ("moves", 3, "its key 'moves' is wrong"),
        ("options", [], "its key 'options' is wrong"),
        ("extra", 1, "its key 'extra' is wrong"),
    ],
)
def test_a_wrong_key_is_named(raw: bytes, key: str, value: Any, words: str) -> None:
    assert words in refusal(changed(raw, **{key: value}))


def test_a_missing_key_is_named(raw: bytes) -> None:
    for key in ("system", "scenario", "hash", "seats", "dice"):
        plain = msgspec.json.decode(raw)
        del plain[key]
        assert f"{key!r}" in refusal(msgspec.json.encode(plain))


def with_move(raw: bytes, number: int, move: list[Any]) -> bytes:
    plain = msgspec.json.decode(raw)
    plain["moves"][number - 1] = move
    return msgspec.json.encode(plain)


@pytest.mark.parametrize(
    ("move", "words"),
    [
        (["red", {"type": "bid", "coins": 99}], "the rules refuse it"),
        (["red", {"type": "dance"}], "is no move of toy"),
        (["red", {"type": "bid", "coins": "many"}], "is no move of toy"),
        (["blue", {"type": "bid", "coins": 1}], "it is for 'red' to choose"),
        (["red", {"type": "bid", "coins": 1}, [[3]]], "its dice are not those"),
        (["red"], "can't be read"),
        ("red", "can't be read"),
        (["red", {"type": "bid", "coins": 1}, [["x"]]], "can't be read"),
    ],
)
def test_a_wrong_move_is_named_by_its_number(raw: bytes, move: Any, words: str) -> None:
    text = refusal(with_move(raw, 1, move))
    assert "(move 1, " in text
    assert words in text


def test_a_typed_die_that_cannot_be_is_named_by_its_move() -> None:
    game = Game.new(ToyEngine(), None, [(2,)]).play(Bid(1)).play(Bid(1)).play(Bid(1), typed=[(0,)])
    text = refusal(with_move(saves.dump(game), 3, ["blue", {"type": "bid", "coins": 1}, [[8]]]))
    assert "(move 3, " in text
    assert "Choose one of red, green, blue." in text
    assert "Please draw" in refusal(with_move(saves.dump(game), 3, ["blue", {"type": "bid", "coins": 1}]))


def test_moves_after_the_end_are_refused() -> None:
    game = played(ToyEngine(), "3", 10_000)
    plain = msgspec.json.decode(saves.dump(game))
    plain["moves"].append(["red", {"type": "bid", "coins": 0}])
    text = refusal(msgspec.json.encode(plain))
    assert f"move {game.number + 1}," in text
    assert "The game has ended" in text


def test_a_move_left_out_or_doubled_is_found(raw: bytes) -> None:
    plain = msgspec.json.decode(raw)
    moves = plain["moves"]
    for at in (0, len(moves) // 2, len(moves) - 1):
        refusal(msgspec.json.encode({**plain, "moves": moves[:at] + moves[at + 1 :]}))
        refusal(msgspec.json.encode({**plain, "moves": [*moves[:at], moves[at], *moves[at:]]}))


@settings(max_examples=300)
@given(at=st.integers(0, 10_000), byte=st.integers(0, 255))
def test_one_changed_byte_is_refused_or_harmless(at: int, byte: int) -> None:
    raw = saves.dump(played(ToyEngine(), "bytes", 12))
    damaged = bytearray(raw)
    damaged[at % len(raw)] = byte
    good = saves.load(raw, find_engine)
    try:
        again = saves.load(bytes(damaged), lambda *_: ToyEngine())
    except SaveError:
        return
    assert again.state == good.state


def test_saves_of_earlier_versions_still_load(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files in ``tests/saves`` are never changed; a new format or new rules add new ones.

    The scenarios that they use are kept with them, so that work on the shipped ones does not touch them. A game whose
    tables have changed since is another one, and is told so instead of being played on under other rules; so is one
    that ran into a rule which was mended.
    """
    monkeypatch.setenv("NAPWIDGETS_SCENARIOS", str(FIXTURES / "scenarios"))
    found = sorted(path.name.removesuffix(".nap.json") for path in FIXTURES.glob("*.nap.json"))
    assert found == [
        "con-rules-7", "con-rules-8", "con-rules-9",
        "jdg-format-2", "jdg-rules-3", "jdg-rules-4", "jdg-rules-5", "jdg-rules-6", "jdg-rules-7",
        "nlc-rules-1", "nlc-rules-3", "nlc-rules-4", "nlc-rules-5", "nlc-rules-6", "nlc-rules-7", "nlc-rules-8",
        "toy-couriers-format-1",
        "wap-rules-3", "wap-rules-4", "wap-rules-5", "wap-rules-5-2", "wap-rules-5-3", "wap-rules-6", "wap-rules-7",
        "wap-rules-8", "wap-rules-9",
    ]  # fmt: skip
    older = {"wap-rules-3", "wap-rules-4", "wap-rules-5", "wap-rules-5-2"}
    mended = {"nlc-rules-3", "nlc-rules-4", "nlc-rules-5", "wap-rules-5-3", "wap-rules-6"}
    for name in set(found) - {"nlc-rules-1", *older, *mended}:
        assert saves.load((FIXTURES / f"{name}.nap.json").read_bytes(), find_engine).number > 0, name
    with pytest.raises(saves.BadSave, match="another edition of scenario 'nlc/kept', its map or its tables"):
        saves.load((FIXTURES / "nlc-rules-1.nap.json").read_bytes(), find_engine)
    for name in sorted(mended):
        with pytest.raises(saves.BadSave, match=r"saved under rules version [\w.-]+/\d; these are"):
            saves.load((FIXTURES / f"{name}.nap.json").read_bytes(), find_engine)
    for name in sorted(older):
        with pytest.raises(saves.BadSave, match="another edition of scenario 'wap/kept', its map or its tables"):
            saves.load((FIXTURES / f"{name}.nap.json").read_bytes(), find_engine)


def test_moves_that_were_renamed_or_got_a_field_since_still_load(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NAPWIDGETS_SCENARIOS", str(FIXTURES / "scenarios"))
    raw = (FIXTURES / "jdg-rules-7.nap.json").read_bytes()
    assert b'{"m":"done"}' in raw
    older = raw.replace(b'{"m":"done"}', b'{"m":"enough"}')
    with pytest.raises(saves.BadSave, match="is no move of jdg"):
        saves.load(older, find_engine)
    kind = type(find_engine("jdg/kept", {}, {}))
    monkeypatch.setattr(kind, "move_changes", {7: [renamed("enough", "done")]})
    with pytest.raises(saves.BadSave, match="is no move of jdg"):
        saves.load(older, find_engine)
    monkeypatch.setattr(kind, "rules_version", "jdg-campagne-2/8")
    game = saves.load(older, find_engine)
    assert b'{"m":"done"}' in saves.dump(game)
    assert game.number == saves.load(raw, find_engine).number
