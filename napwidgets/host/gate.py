"""`Gate`: who may come in, from where, and how often."""

from __future__ import annotations

import hmac
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import scrypt, sha256
from typing import Final
from urllib.parse import parse_qs, urlsplit

#: The name of the cookie that says that the password was given, and how long it counts, in seconds.
COOKIE: Final = "nw-host"
LASTS: Final = 30 * 24 * 3600
#: The name of the cookie that tells one browser from another, and how long it is remembered, in seconds.
BROWSER: Final = "nw-browser"
REMEMBERED: Final = 400 * 24 * 3600
#: The longest password, and the longest query string, that anybody looks at.
LONGEST: Final = 200


class Bucket:
    """Lets through so many at once, and so many a second after that; ``clock`` gives seconds.

    >>> bucket = Bucket(2, 1.0, clock=lambda: 0.0)
    >>> bucket.take("a"), bucket.take("a"), bucket.take("a"), bucket.take("b")
    (True, True, False, True)
    """

    #: So many callers are remembered.
    MOST: Final = 10_000

    def __init__(self, most: float, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._rate, self._clock = most, rate, clock
        self._left: dict[str, tuple[float, float]] = {}

    def take(self, who: str) -> bool:
        """Whether one more of somebody may pass now."""
        return self.wait(who) == 0.0

    def wait(self, who: str) -> float:
        """Zero, and one more has passed; or for how many seconds nobody may."""
        at = self._clock()
        left, since = self._left.pop(who, (self._most, at))
        left = min(self._most, left + (at - since) * self._rate)
        self._left[who] = (left - 1 if left >= 1 else left, at)
        if len(self._left) > self.MOST:
            del self._left[next(iter(self._left))]
        return 0.0 if left >= 1 else (1 - left) / self._rate


@dataclass
class Gate:
    """Who may come in: everybody, or with a ``password``; with ``links_only`` whoever has a link that ``opens``
    something. ``names`` are the names under which the host is asked for; with none, any.
    """

    names: Sequence[str] = ()
    password: str = ""
    links_only: bool = False
    opens: Callable[[str], bool] = lambda token: False
    _secret: bytes = field(default_factory=lambda: secrets.token_bytes(32), repr=False)

    def __post_init__(self) -> None:
        if self.password:
            # Whoever knows the password is let in by the same cookie after the host was started anew.
            self._secret = scrypt(self.password.encode(), salt=b"napwidgets host", n=2**14, r=8, p=1)

    def knows(self, host: str) -> bool:
        """Whether this host is meant by a ``Host`` header.

        >>> Gate(["club.example"]).knows("club.example:8870"), Gate(["club.example"]).knows("evil.example")
        (True, False)
        """
        return not self.names or (urlsplit(f"//{host}").hostname or "") in self.names

    def same(self, origin: str, host: str) -> bool:
        """Whether a page that opens a line came from this host.

        >>> Gate().same("https://club.example", "club.example"), Gate().same("https://evil.example", "club.example")
        (True, False)
        """
        return bool(origin) and urlsplit(origin).netloc.lower() == host.lower()

    def admits(self, query: str, cookie: str) -> bool:
        """Whether a page may be opened: by its query string, which may hold a link, and its cookie."""
        if not self.password and not self.links_only:
            return True
        if self.password and self._valid(cookie):
            return True
        tokens = [v for name in ("key", "room") for v in parse_qs(query.lstrip("?")[: 10 * LONGEST]).get(name, [])]
        return any(len(token) <= LONGEST and self.opens(token) for token in tokens[:2])

    def given(self, password: str) -> str | None:
        """The cookie for the right password; nothing for another."""
        mine, theirs = sha256(self.password.encode()).digest(), sha256(password[:LONGEST].encode()).digest()
        if not self.password or not hmac.compare_digest(mine, theirs):
            return None
        until = str(int(time.time()) + LASTS)
        return f"{until}.{self._sign(until)}"

    def _valid(self, cookie: str) -> bool:
        until, _, sign = cookie.partition(".")
        if not until.isdecimal() or len(until) > 12 or int(until) < time.time():
            return False
        return hmac.compare_digest(sign.encode(), self._sign(until).encode())

    def _sign(self, text: str) -> str:
        return hmac.new(self._secret, text.encode(), sha256).hexdigest()
