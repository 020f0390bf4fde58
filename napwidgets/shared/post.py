"""Play by mail: whoever has his turn and is away is told by mail, if he wants that; a club's webhook is told of games
that are open to everybody.

How letters go out is for the host's keeper to say, in the environment: ``NAPWIDGETS_SMTP`` (``smtp://`` or ``smtps://``,
with name and password if needed), ``NAPWIDGETS_MAIL_FROM``, ``NAPWIDGETS_WEBHOOK``, and ``NAPWIDGETS_ADDRESS``, the
address of the lobby. A letter holds no secret link: those are kept nowhere.
"""

from __future__ import annotations

import json
import logging
import os
import re
import smtplib
import urllib.request
from collections.abc import Mapping
from email.message import EmailMessage
from typing import Final
from urllib.parse import unquote, urlsplit

from msgspec import Struct
from sqlalchemy import delete, func, insert, select, update

from napwidgets import scenarios
from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.language.speech import said
from napwidgets.shared import schema, talk
from napwidgets.shared.keys import SEAT, Holder, holders
from napwidgets.shared.store import Head, Store, now
from napwidgets.table.seats import NotNow

LOG = logging.getLogger("napwidgets")
#: How long somebody must have had his turn before a letter goes out, in seconds.
AFTER: Final = 120.0
#: How long another machine may take to answer, in seconds.
PATIENCE: Final = 20.0
_MAIL = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")


class CantSend(NapwidgetsError):
    """Letters can't be sent as they were set up; the sentence says what to do."""


class Letters(Struct, frozen=True):
    """How letters go out: by which SMTP server and from whom, to which webhook; ``base`` is the lobby's address."""

    smtp: str = ""
    sender: str = ""
    webhook: str = ""
    base: str = ""

    @property
    def mails(self) -> bool:
        """Whether mail can be sent."""
        return bool(self.smtp and self.sender)

    def mail(self, to: str, title: str, text: str) -> None:
        """Send a mail; raises `OSError`, as `smtplib` does."""
        server = urlsplit(self.smtp)
        kind = smtplib.SMTP_SSL if server.scheme == "smtps" else smtplib.SMTP
        letter = EmailMessage()
        letter["From"], letter["To"], letter["Subject"] = self.sender, to, title
        letter.set_content(text)
        with kind(server.hostname or "localhost", server.port or 0, timeout=PATIENCE) as line:
            if server.scheme == "smtp" and line.has_extn("starttls"):
                line.starttls()
            if server.username:
                line.login(unquote(server.username), unquote(server.password or ""))
            line.send_message(letter)

    def hook(self, text: str) -> None:
        """Tell the club's webhook; raises `OSError`."""
        body = json.dumps({"text": text, "content": text}).encode()
        asked = urllib.request.Request(self.webhook, body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(asked, timeout=PATIENCE):
            pass


def letters(environ: Mapping[str, str] | None = None) -> Letters:
    """How letters go out here; raises `CantSend` for settings that can't be meant.

    >>> letters({"NAPWIDGETS_SMTP": "smtp://localhost:25", "NAPWIDGETS_MAIL_FROM": "table@club.example"}).mails
    True
    """
    env = os.environ if environ is None else environ
    parts = ("NAPWIDGETS_SMTP", "NAPWIDGETS_MAIL_FROM", "NAPWIDGETS_WEBHOOK", "NAPWIDGETS_ADDRESS")
    found = Letters(*(env.get(name, "").strip() for name in parts))
    if found.smtp and urlsplit(found.smtp).scheme not in ("smtp", "smtps"):
        raise CantSend("NAPWIDGETS_SMTP begins with smtp:// or smtps://, as in smtp://name:password@mail.example:587.")
    if found.smtp and not _MAIL.fullmatch(found.sender):
        raise CantSend("Please set NAPWIDGETS_MAIL_FROM to the address that mail comes from.")
    if found.webhook and urlsplit(found.webhook).scheme not in ("http", "https"):
        raise CantSend("NAPWIDGETS_WEBHOOK begins with https:// (or http://).")
    return found


def ask(store: Store, who: Holder, mail: str, language: str = "en") -> None:
    """Have a seat's holder told by mail from now on, in a language; an empty address ends it. Raises `NotNow` for what
    is none.
    """
    who.demand("move")
    wanted = mail.strip()
    if wanted and (len(wanted) > 200 or not _MAIL.fullmatch(wanted)):
        raise NotNow("That is no mail address; please look at it again.")
    t = schema.notices.c
    with store.writing() as connection:
        connection.execute(delete(schema.notices).where(t.hash == who.hash))
        if wanted:
            row = {"hash": who.hash, "mail": wanted, "told": _last(store, who.game), "language": language}
            connection.execute(insert(schema.notices).values(**row))


def asked(store: Store, who: Holder) -> str:
    """The address that somebody is told at; nothing if he is not."""
    with store.reading() as connection:
        return connection.execute(select(schema.notices.c.mail).where(schema.notices.c.hash == who.hash)).scalar() or ""


def send_due(store: Store, out: Letters, after: float = AFTER) -> int:
    """Tell everybody who has his turn for so many seconds, is away, and has not been told; gives how many were.

    Several hosts may do it at once: each letter is claimed before it is sent.
    """
    sent = 0
    for head in store.heads(status="open"):
        if not head.turn or head.moved > now() - after:
            continue
        here = {seat for page in talk.present(store, head.id) if page.role == SEAT for seat in page.seats}
        if head.turn in here:
            continue
        if out.webhook and head.public:
            sent += _hook(store, out, head)
        for who in holders(store, head.id) if out.mails else ():
            if who.role == SEAT and head.turn in who.seats:
                sent += _tell(store, out, head, who)
    return sent


def _tell(store: Store, out: Letters, head: Head, who: Holder) -> int:
    last, t = _last(store, head.id), schema.notices.c
    claim = update(schema.notices).where(t.hash == who.hash, t.told < last).values(told=last)
    with store.writing() as connection:
        if not connection.execute(claim).rowcount:
            return 0
        mail, language = connection.execute(select(t.mail, t.language).where(t.hash == who.hash)).one()
    text = said(f"It is your turn ({_side(head)}) in {head.title}.", language)
    where = said("Open the link of your seat, or the lobby in the browser that has it:", language)
    more = f"\n\n{where}\n{out.base}" if out.base else ""
    try:
        out.mail(mail, said(f"Your turn: {head.title}", language), f"{text}{more}\n")
    except (OSError, smtplib.SMTPException) as trouble:
        LOG.warning("a letter about game %s could not be sent: %s", head.id, trouble)
        return 0
    return 1


def _hook(store: Store, out: Letters, head: Head) -> int:
    """Tell the webhook whose turn it is, once a turn."""
    last, t = _last(store, head.id), schema.games.c
    with store.writing() as connection:
        claim = update(schema.games).where(t.id == head.id, t.hooked < last).values(hooked=last)
        if not connection.execute(claim).rowcount:
            return 0
    try:
        out.hook(f"{_side(head)} to move in {head.title}.{f' {out.base}' if out.base else ''}")
    except OSError as trouble:
        LOG.warning("the webhook could not be told of game %s: %s", head.id, trouble)
        return 0
    return 1


def _side(head: Head) -> str:
    return scenarios.info(head.scenario).sides.get(head.turn, head.turn)


def _last(store: Store, game: str) -> int:
    """The number of the last entry of a game's log."""
    with store.reading() as connection:
        return connection.execute(select(func.max(schema.log.c.n)).where(schema.log.c.game == game)).scalar() or 0
