"""Who may come in at a host."""

from __future__ import annotations

import pytest

from napwidgets.host import gate
from napwidgets.host.gate import LASTS, Bucket, Gate

WORD = "a good long word"


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_fills_again_with_time_and_counts_each_caller_alone() -> None:
    clock = Clock()
    bucket = Bucket(3, 0.5, clock)
    assert [bucket.take("a") for _ in range(4)] == [True, True, True, False]
    assert bucket.take("b")
    assert bucket.wait("a") == pytest.approx(2.0)
    clock.now = 1.9
    assert not bucket.take("a")
    clock.now = 2.0
    assert bucket.take("a")
    assert not bucket.take("a")
    clock.now = 1000.0
    assert [bucket.take("a") for _ in range(4)] == [True, True, True, False]


def test_a_bucket_forgets_who_came_longest_ago(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Bucket, "MOST", 2)
    bucket = Bucket(1, 0.001, Clock())
    assert all(bucket.take(who) for who in "abc")
    assert not bucket.take("c")
    assert bucket.take("a")


def test_without_password_everybody_comes_in() -> None:
    assert Gate().admits("", "")


def test_a_password_gives_a_cookie_that_opens_and_a_wrong_one_gives_none() -> None:
    one = Gate(password=WORD)
    assert not one.admits("", "")
    assert one.given("another") is None
    assert one.given("") is None
    cookie = one.given(WORD)
    assert cookie is not None
    assert one.admits("", cookie)
    assert Gate(password=WORD).admits("", cookie), "started anew with the same password"
    assert not Gate(password=WORD + "s").admits("", cookie)


@pytest.mark.parametrize("change", ["later", "sign", "empty", "letters"])
def test_a_cookie_that_was_changed_opens_nothing(change: str) -> None:
    one = Gate(password=WORD)
    cookie = one.given(WORD)
    assert cookie is not None
    until, sign = cookie.split(".")
    later, wrong = f"{int(until) + 1}.{sign}", f"{until}.{sign[:-1]}g"
    changed = {"later": later, "sign": wrong, "empty": ".", "letters": f"x.{sign}"}
    assert not one.admits("", changed[change])


def test_a_cookie_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    one = Gate(password=WORD)
    at = 1_800_000_000.0
    monkeypatch.setattr(gate.time, "time", lambda: at)
    cookie = one.given(WORD)
    assert cookie is not None
    monkeypatch.setattr(gate.time, "time", lambda: at + LASTS)
    assert one.admits("", cookie)
    monkeypatch.setattr(gate.time, "time", lambda: at + LASTS + 1)
    assert not one.admits("", cookie)


@pytest.mark.parametrize("password", ["", WORD])
def test_a_link_opens_and_a_wrong_one_does_not(password: str) -> None:
    one = Gate(password=password, links_only=True, opens=lambda token: token == "right")
    assert one.admits("?key=right", "")
    assert one.admits("room=right", "")
    assert not one.admits("?key=wrong", "")
    assert not one.admits("?game=right", "")
    assert not one.admits("", "")
    assert not one.admits("?key=" + "x" * 5000, "")


@pytest.mark.parametrize(
    ("origin", "host", "same"),
    [
        ("http://127.0.0.1:8870", "127.0.0.1:8870", True),
        ("http://127.0.0.1:8871", "127.0.0.1:8870", False),
        ("https://club.example", "CLUB.example", True),
        ("https://club.example.evil.example", "club.example", False),
        ("null", "club.example", False),
        ("", "", False),
    ],
)
def test_only_pages_of_this_host_open_lines(origin: str, host: str, same: bool) -> None:
    assert Gate().same(origin, host) is same


def test_only_names_that_were_given_are_answered_to() -> None:
    one = Gate(["club.example", "127.0.0.1", "::1"])
    assert [one.knows(h) for h in ("club.example", "127.0.0.1:80", "[::1]:80", "evil.example", "")] == [
        True, True, True, False, False,
    ]  # fmt: skip
    assert Gate().knows("anything")
