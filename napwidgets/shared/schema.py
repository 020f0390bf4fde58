"""The tables of shared games, as SQLAlchemy knows them; `migrations` holds how they came to be so.

A game is a row in ``games`` and a log of entries that is only ever added to. Whatever changes how the game stands is an
entry: a move, taking back, a pause, a seat that somebody else takes, giving up. Their numbers are unique in a game, so
that of two things done at once exactly one is done. Everything else here says who may do what, and what people say.
"""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, MetaData, String, Table, Text, false

metadata = MetaData()


def _game() -> Column[str]:
    return Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)


games = Table(
    "games",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("title", String(120), nullable=False),
    Column("scenario", String(120), nullable=False),
    Column("rules", String(60), nullable=False),
    Column("fingerprint", String(80), nullable=False),
    Column("options", Text, nullable=False),
    Column("tables", Text, nullable=False),
    Column("setup", Text, nullable=False),
    # Only where a teacher has declared one; otherwise every move has dice of its own.
    Column("seed", String(80)),
    Column("settings", Text, nullable=False),
    Column("made", Float, nullable=False),
    # Goes up with everything that a page should hear of.
    Column("version", Integer, nullable=False),
    Column("status", String(10), nullable=False),
    Column("turn", String(40), nullable=False),
    Column("moved", Float, nullable=False),
    Column("room", String(32), index=True),
    Column("follows", String(32)),
    # Whether it is listed for everybody; then the club's webhook is told, too: up to which entry it has been.
    Column("public", Boolean, nullable=False, server_default=false()),
    Column("hooked", Integer, nullable=False, server_default="0"),
)

log = Table(
    "log",
    metadata,
    _game(),
    Column("n", Integer, primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("seat", String(40), nullable=False),
    Column("body", Text, nullable=False),
    Column("dice", Text, nullable=False),
    Column("hash", String(64), nullable=False),
    Column("at", Float, nullable=False),
)

keys = Table(
    "keys",
    metadata,
    # The SHA-256 of the token in a link; the token itself is kept nowhere.
    Column("hash", String(64), primary_key=True),
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("role", String(10), nullable=False),
    Column("seats", Text, nullable=False),
    Column("name", String(40), nullable=False),
    Column("made", Float, nullable=False),
)

#: Who wants to be told by mail that it is his turn, and up to which entry he has been.
notices = Table(
    "notices",
    metadata,
    Column(
        "hash",
        String(64),
        ForeignKey("keys.hash", onupdate="CASCADE", ondelete="CASCADE"),
        primary_key=True,
    ),
    Column("mail", String(200), nullable=False),
    Column("told", Integer, nullable=False),
    Column("language", String(8), nullable=False, server_default="en"),
)

chat = Table(
    "chat",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("at", Float, nullable=False),
    Column("seat", String(40), nullable=False),
    Column("name", String(40), nullable=False),
    Column("text", String(500), nullable=False),
    Index("chat_by_game", "game", "id"),
)

notes = Table(
    "notes",
    metadata,
    _game(),
    Column("holder", String(64), primary_key=True),
    Column("text", Text, nullable=False),
)

presence = Table(
    "presence",
    metadata,
    _game(),
    Column("page", String(32), primary_key=True),
    Column("role", String(10), nullable=False),
    Column("seats", Text, nullable=False),
    Column("name", String(40), nullable=False),
    Column("seen", Float, nullable=False),
)

#: What somebody asks the others for; it counts only while no entry has come after ``n``.
wishes = Table(
    "wishes",
    metadata,
    _game(),
    Column("kind", String(10), primary_key=True),
    Column("seat", String(40), nullable=False),
    Column("n", Integer, nullable=False),
    Column("agreed", Text, nullable=False),
)

#: Which page lets a computer player of a game think.
leases = Table(
    "leases",
    metadata,
    _game(),
    Column("holder", String(32), nullable=False),
    Column("until", Float, nullable=False),
)

rooms = Table(
    "rooms",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("code", String(12), nullable=False, unique=True),
    Column("hash", String(64), nullable=False, unique=True),
    Column("title", String(120), nullable=False),
    Column("settings", Text, nullable=False),
    Column("made", Float, nullable=False),
    Column("said", String(500), nullable=False),
    Column("version", Integer, nullable=False),
)

members = Table(
    "members",
    metadata,
    Column("room", String(32), ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    # The real name: only the teacher's pages read it.
    Column("name", String(60), nullable=False),
    Column("shown", String(40), nullable=False),
    Column("hash", String(64), nullable=False, index=True),
    Column("game", String(32)),
    Column("seat", String(40), nullable=False),
    Column("open", Boolean, nullable=False),
    # The browser that has opened the member's link last: its answers in the lessons are his.
    Column("browser", String(64), nullable=False, server_default=""),
)

#: What a host keeps for a browser, which has a cookie with a token that hashes to ``browser``.
drawers = Table(
    "drawers",
    metadata,
    Column("browser", String(64), primary_key=True),
    Column("name", String(60), primary_key=True),
    Column("body", Text, nullable=False),
    Column("at", Float, nullable=False),
)
