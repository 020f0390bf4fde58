"""What a host keeps for one browser: how far somebody is in the lessons."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import Struct
from sqlalchemy import delete, insert, select

from napwidgets.shared import schema
from napwidgets.shared.store import Store, now

#: The most that is kept of one thing, in characters.
LARGEST = 100_000


class BrowserDrawer(Struct, frozen=True):
    """What is kept for a browser in a database, which is opened when it is first asked."""

    store: Callable[[], Store]
    browser: str

    def read(self, name: str) -> bytes | None:
        """What is kept under a name."""
        t = schema.drawers
        with self.store().reading() as connection:
            kept = select(t.c.body).where((t.c.browser == self.browser) & (t.c.name == name))
            found = connection.execute(kept).scalar()
        return None if found is None else str(found).encode()

    def write(self, name: str, content: bytes) -> None:
        """Keep something in place of what was there; raises `ValueError` for more than `LARGEST`."""
        if len(content) > LARGEST:
            raise ValueError(f"{len(content)} bytes are more than a drawer holds.")
        t = schema.drawers
        row = {"browser": self.browser, "name": name, "body": content.decode(), "at": now()}
        with self.store().writing() as connection:
            connection.execute(delete(t).where((t.c.browser == self.browser) & (t.c.name == name)))
            connection.execute(insert(t).values(**row))


def kept(store: Store, browsers: Iterable[str]) -> dict[tuple[str, str], bytes]:
    """All that is kept for some browsers, by browser and name."""
    t = schema.drawers
    with store.reading() as connection:
        rows = connection.execute(select(t).where(t.c.browser.in_(set(browsers))).order_by(t.c.name)).mappings().all()
    return {(row["browser"], row["name"]): row["body"].encode() for row in rows}
