"""Every kind of caller: a club, a game and their links, and the people who hold one now or held one before.

`World` is made once. Whatever a request changes is restored after it.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest import mock

from flask import Flask
from jinja2 import FunctionLoader
from sqlalchemy import update

from scorekeeper import create_app
from scorekeeper.archives import pending_imports
from scorekeeper.clubs.commands.accounts import account_reset, accounts
from scorekeeper.clubs.commands.members import api_tokens, invitations, members, roster
from scorekeeper.clubs.store import account as stored
from scorekeeper.core.cache import Cache
from scorekeeper.core.config import flask_config
from scorekeeper.core.config.openid import OpenId
from scorekeeper.core.db.database import db, now, write_transaction
from scorekeeper.core.devices import visitors
from scorekeeper.core.http import cookies
from scorekeeper.core.pages import web_fonts
from scorekeeper.engine.ruleset import named_rules
from scorekeeper.games.commands.library import matches
from scorekeeper.games.commands.sharing import households, join_phrases, share_links
from scorekeeper.games.commands.stats import joined_names, summaries
from scorekeeper.leagues.commands import joined_players, leagues
from scorekeeper.rules.commands import house_rules
from scorekeeper.server.tls import certificate_authority
from scorekeeper.tournaments.commands import player_links
from scorekeeper.tournaments.commands.adjustments import meetings, penalties
from scorekeeper.tournaments.commands.calls import director_calls
from scorekeeper.tournaments.commands.door import charges, check_in_link, payments, purse
from scorekeeper.tournaments.commands.entrants import entries
from scorekeeper.tournaments.commands.printouts import document_jobs
from scorekeeper.tournaments.commands.printouts.print_options import PrintOptions
from scorekeeper.tournaments.commands.setup import lifecycle
from tests.app.stand_ins import NoPapers, quick
from tests.games.kitchen_table import Table, hand
from tests.tournaments.club_night import PASSWORD, Desk, key, pairs

SECOND = timedelta(seconds=1)


@dataclass(frozen=True)
class Caller:
    """A caller. `cookies`, `bearer`: sent along. `about`: what they ask for, if it differs from the others.

    `title`: a description for the document.
    """

    name: str
    title: str
    cookies: tuple[tuple[str, str], ...] = ()
    bearer: str = ""
    about: dict[str, Any] = field(default_factory=dict)

    @property
    def headers(self) -> dict[str, str]:
        """Return the headers of their requests."""
        found = {"X-Scorekeeper": "1", "If-Match": '"1"', "Idempotency-Key": "who-gets-in-1", "Accept-Language": "en"}
        if self.cookies:
            found["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies)
        return found | ({"Authorization": f"Bearer {self.bearer}"} if self.bearer else {})


@dataclass
class World:
    """An instance with two clubs, and everyone who has access to something in it. `things`: values for addresses."""

    app: Flask
    callers: list[Caller] = field(default_factory=list)
    """Callers with a browser and cookies."""
    programs: list[Caller] = field(default_factory=list)
    """Callers that send a secret with each request."""
    things: dict[str, Any] = field(default_factory=dict)
    fields: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Fields of every form: the revision, by kind of thing."""
    denied: list[str] = field(default_factory=list)
    """Error codes of denied requests, since the list was cleared."""
    foreign: dict[str, Any] = field(default_factory=dict)
    secrets: dict[str, dict[str, str]] = field(default_factory=dict)
    """Secret addresses, by the part before the secret."""

    def version(self) -> int:
        """Return a number that changes with every write."""
        found: int = self._look.execute("PRAGMA data_version").fetchone()[0]
        return found

    def put_back(self) -> None:
        """Restore the database if it was written to."""
        if self.version() == self._version:
            return
        self._snapshot.backup(self._live)
        for name, found in list(self.app.extensions.items()):
            if isinstance(found, Cache):
                del self.app.extensions[name]
        self._version = self.version()

    def keep(self) -> None:
        """Take the snapshot to restore."""
        file = Path(self.app.instance_path) / flask_config.DATABASE_FILE
        self._look, self._live = (sqlite3.connect(file, isolation_level=None) for _ in range(2))
        self._snapshot = sqlite3.connect(":memory:")
        self._live.backup(self._snapshot)
        self._version = self.version()

    def end(self) -> None:
        for one in (self._look, self._live, self._snapshot):
            one.close()


@contextmanager
def world(instance: Path, database: Path, *, drawn: bool = False) -> Iterator[World]:
    """Make a world in an empty folder from a migrated database. `drawn`: pages are rendered too."""
    shutil.copy(database, instance / flask_config.DATABASE_FILE)
    url = f"sqlite:///{instance / flask_config.DATABASE_FILE}"
    settings: dict[str, Any] = {
        "TESTING": True,
        "WTF_CSRF_ENABLED": False,
        "SQLALCHEMY_DATABASE_URI": url,
        "HALL": 1_000_000,
        "HTTPS": True,
    }
    # A provider that never answers. Its pages still exist.
    settings["OPENID"] = OpenId("http://127.0.0.1:9", "scorekeeper", None, "Elsewhere", "openid", (), "")
    app = create_app(settings, instance)
    certificate_authority.ensure_authority(instance)
    web_fonts.folder(instance).mkdir(parents=True)
    (web_fonts.folder(instance) / "any.woff2").write_bytes(b"wOF2")
    app.extensions["printer"] = NoPapers()
    made = World(app)
    with quick(made.denied):
        with app.app_context():
            _fill(made)
        if not drawn:  # the look of pages doesn't matter then, and rendering takes most of the time
            app.jinja_env.loader = FunctionLoader(lambda _name: "")
        made.keep()
        try:
            yield made
        finally:
            made.end()
            with app.app_context():
                db.engine.dispose()


def _fill(made: World) -> None:
    desk = Desk(4, options={"rounds": 3})
    desk.do(lifecycle.set_entry, {"open": True})
    desk.play()
    desk.next_round()
    desk.do(lifecycle.set_prizes, "Un jambon")
    desk.do(lifecycle.edit, {"door": {"price": 1000, "prices": [{"name": "Member", "cents": 800}]}, "director_calls": True})
    desk.do(payments.pay, "e1", "cash")
    desk.do(charges.charge, "e1", 250, "coffee")
    desk.do(purse.set_pot, {"kind": "draw", "cents": 100})
    desk.do(purse.set_pot, {"kind": "most_boxed", "cents": 100})
    desk.do(meetings.keep_apart, [{"between": ["e1", "e2"], "rule": "rather_not"}])
    desk.do(penalties.penalize, "e1", "warning")
    for table in (1, 2):
        desk.phone(2, table).do(director_calls.call, "revoke")
    desk.phone(2, 2).report(0, 300, 100)
    cup = Desk(4, organiser=desk.account, name="Coupe", method="single_elimination", options={})
    cup.play()
    cup.next_round()
    before = Desk(4, organiser=desk.account, name="Hier", options={"rounds": 1})
    before.play()
    before.do(lifecycle.finish)
    document_jobs.start(desk.id, {}, PrintOptions(), {"by": "Rita"})
    league = leagues.create(desk.club, {"name": "Ligue", "points": [3, 2, 1], "tournaments": [desk.id, before.id]}, uuid=key())
    players = [roster.add_player(desk.club, name) for name in ("Ursule", "Victor")]
    joined_players.merge_names(desk.club, "Ursule", "Victor", uuid=key())
    pending_imports.store_archive(Path(made.app.instance_path), desk.account.id, b"PK")
    made.things |= {"tournament": desk.id, "club": desk.club.club_id, "slug": desk.club.slug, "league": league.id}
    made.things |= {"player": players[0].id, "pair": roster.pairs(desk.club)[0].id, "cup": cup.id}
    nobody = Caller("visitor", "someone without an account, a link or a game")
    made.callers.append(nobody)
    _devices(made)
    rive = _make_other_club(made, desk)
    _people(made, desk, rive)
    _programs(made, desk, rive)
    _secrets(made, desk)
    draft = Desk(2, organiser=desk.account, name="Plus tard")
    hidden = _hidden(desk)
    paul = next(one for one in made.callers if one.name == "other-club")
    made.callers += [
        replace(nobody, name="visitor-draft", title="a visitor, asking for a draft tournament", about={"tournament": draft.id}),
        replace(nobody, name="visitor-private", title="a visitor, asking for a private club", about=hidden),
        replace(
            paul,
            name="other-club-draft",
            title="another club’s organizer, asking for a draft tournament",
            about={"tournament": draft.id},
        ),
        replace(paul, name="other-club-private", title="another club’s organizer, asking for a private club", about=hidden),
    ]
    made.fields["tournament"] = {"revision": desk.access.revision}


def _devices(made: World) -> None:
    table, other = Table(), Table()
    for one in (table, other):
        one.play(*[hand(bid=90, points=(100, 0))] * 2)
    links_of = {role: share_links.create(table.access, role) for role in ("watch", "score")}
    old, foreign = share_links.create(table.access, "score"), share_links.create(other.access, "score")
    holders = {
        "other": ("a device that owns another game", other.visitor),
        "revoked": ("a device that opened a link to score, since revoked", _open_on_new_device(old.token)),
        "watch": ("a device that opened the link to watch", _open_on_new_device(links_of["watch"].token)),
        "score": ("a device that opened the link to score", _open_on_new_device(links_of["score"].token)),
        "own": ("the device that started the game", table.visitor),
    }
    share_links.revoke(table.access, old.id)
    made.things["match"] = matches.rematch(table.access, games_to_win=2).game_id
    for name, (title, visitor) in holders.items():
        made.callers.append(Caller(f"device-{name}", title, ((cookies.DEVICE, visitors.cookie_value(visitor)),)))
    bearers = {
        "other-game": ("a link to another game", foreign.token),
        "revoked": ("a revoked link to score", old.token),
        "watch": ("a link to watch", links_of["watch"].token),
        "score": ("a link to score", links_of["score"].token),
    }
    made.programs += [Caller(f"link-{name}", title, bearer=token) for name, (title, token) in bearers.items()]
    kept = [
        house_rules.save(one.visitor, "Chez nous", named_rules("kitty").with_options(target=300), uuid=key())
        for one in (table, other)
    ]
    given = [join_phrases.create_list_code(one.visitor, "copy", "en").id for one in (table, other)]
    made.things |= {"code_id": given[0], "phone_id": holders["score"][1].id}
    made.foreign |= {"code_id": given[1], "phone_id": other.visitor.id}
    made.things |= {"game": table.game_id, "entry": 2, "link": links_of["watch"].id, "set_id": kept[0].id}
    made.things["day"] = summaries.session_day(table.access.created_at)
    made.fields["game"] = {"revision": table.access.revision}
    made.foreign |= {"game": other.game_id, "link": foreign.id, "set_id": kept[1].id}
    made.secrets["/s/"] = {"valid": links_of["watch"].token, "revoked": old.token}
    _household(made, table.visitor, other.visitor, foreign.id)


def _household(made: World, visitor: visitors.Visitor, other: visitors.Visitor, foreign: int) -> None:
    """Make a household for the game's device with a merged name, and a link of another device."""
    while (theirs := households.invite(other, "look")).id < foreign:
        households.revoke_link(other, theirs.id)
    assert theirs.id == foreign
    for purpose in ("join", "look"):
        ended = households.invite(visitor, purpose)
        households.revoke_link(visitor, ended.id)
        invited = households.invite(visitor, purpose)
        made.secrets[f"/household/{purpose}/"] = {"valid": invited.token, "revoked": ended.token}
        made.things["household link"] = invited.id
    joined_names.join(visitor, "Mémère", "Thérèse")


def _open_on_new_device(token: str) -> visitors.Visitor:
    visitor = visitors.make()
    share_links.open_link(token, visitor)
    return visitor


def _make_other_club(made: World, desk: Desk) -> members.ClubAccess:
    """Return another club, whose organizer has no role here."""
    club = members.create_club(desk.account, "Club de la Rive")
    paul, _ = invitations.accept_new(invitations.create(club, "organiser").token, "Paul", PASSWORD)
    own = members.club_access_by_id(club.club_id, paul)
    members.remove(own, desk.account.id)
    way = lifecycle.create(own, {"name": "Ailleurs", "method": "swiss", "options": {"rounds": 2}})
    league = leagues.create(own, {"name": "Autre ligue", "points": [3, 1], "tournaments": []}, uuid=key())
    player = roster.add_player(own, "Zita")
    made.foreign |= {"tournament": way.tournament_id, "club": own.club_id, "slug": own.slug, "league": league.id}
    made.foreign |= {"player": player.id, "invitation": invitations.create(own, "scorer").id, "member": paul.id}
    made.foreign |= {"token_id": api_tokens.create(own, "elsewhere", "read")[0].id}
    return own


def _people(made: World, desk: Desk, rive: members.ClubAccess) -> None:
    joined = {name: desk.member(name, role) for name, role in (("Sylvie", "scorer"), ("Marc", "director"), ("Omer", "organiser"))}
    desk.member("Zoé", "director")
    gone = _sign_in("Zoé")
    members.remove(desk.club, gone[0].id)
    out, late = _sign_in("Omer"), _sign_in("Omer")
    accounts.sign_out(out[0])
    with write_transaction() as session:
        session.execute(update(stored.SignIn).where(stored.SignIn.id == late[0].sign_in_id).values(expires_at=now() - SECOND))
    signed = {
        "signed-out": ("an organizer who has signed out", out),
        "expired": ("an organizer whose session has expired", late),
        "former-member": ("someone removed from the club", gone),
        "other-club": ("another club’s organizer", _sign_in("Paul")),
        "scorer": ("a scorer of the club", _sign_in("Sylvie")),
        "director": ("a director of the club", _sign_in("Marc")),
        "organizer": ("an organizer of the club", _sign_in("Omer")),
        "operator": ("the operator, who is also an organizer of the club", _sign_in("Rita")),
    }
    made.callers += [Caller(name, title, ((cookies.ACCOUNT, cookie),)) for name, (title, (_, cookie)) in signed.items()]
    made.things |= {"member": joined["Sylvie"].id}
    assert rive.account.name == "Paul"


def _sign_in(name: str) -> tuple[accounts.Account, str]:
    return accounts.sign_in(name, PASSWORD, "127.0.0.1")


def _programs(made: World, desk: Desk, rive: members.ClubAccess) -> None:
    ended, late = (api_tokens.create(desk.club, name, "organise", 1) for name in ("ended", "late"))
    api_tokens.revoke(desk.account, ended[0].id)
    with write_transaction() as session:
        session.execute(update(stored.ApiToken).where(stored.ApiToken.id == late[0].id).values(expires_at=now() - SECOND))
    elsewhere = api_tokens.create(rive, "all", "organise")[1]
    tokens = {"revoked": ("a revoked token", ended[1]), "expired": ("an expired token", late[1])}
    tokens["other-club"] = ("another club’s token, with the scope `organise`", elsewhere)
    for scope in stored.SCOPES:
        token, secret = api_tokens.create(desk.club, scope, scope)
        tokens[scope] = (f"a token of the club with the scope `{scope}`", secret)
        made.things["token_id"] = token.id
    made.programs += [Caller(f"token-{name}", title, bearer=secret) for name, (title, secret) in tokens.items()]


def _secrets(made: World, desk: Desk) -> None:
    old = {"/t/": player_links.table_links(desk.access, 2)[1], "/e/": player_links.entrant_link(desk.access, "e1")}
    made.secrets["/t/"] = {"valid": player_links.renew_table(desk.access, 2, 1), "revoked": old["/t/"]}
    made.secrets["/e/"] = {"valid": player_links.renew_entrant(desk.access, "e1"), "revoked": old["/e/"]}
    replaced = check_in_link.check_in_link(desk.access, desk.board)
    desk.do(check_in_link.renew_link)
    made.secrets["/d/"] = {"valid": check_in_link.check_in_link(desk.access, desk.board), "revoked": replaced}
    for name, title, where in (("table", "a table’s link", "/t/"), ("entrant", "an entrant’s link", "/e/")):
        made.programs.append(Caller(name, title, bearer=made.secrets[where]["valid"]))
        made.programs.append(Caller(f"{name}-revoked", f"{title}, revoked", bearer=made.secrets[where]["revoked"]))
    opened, ended, late = (invitations.create(desk.club, "scorer") for _ in range(3))
    used = invitations.create(desk.club, "scorer")
    invitations.accept_new(used.token, "Ulric", PASSWORD)
    invitations.revoke(desk.club, ended.id)
    with write_transaction() as session:
        session.execute(update(stored.Invitation).where(stored.Invitation.id == late.id).values(expires_at=now() - SECOND))
    made.secrets["/club/join/"] = {"valid": opened.token, "revoked": ended.token, "expired": late.token, "used": used.token}
    made.things["invitation"] = opened.id
    _, before, _ = account_reset.make_password_link("Ulric")
    account_reset.use_password_link(before, "une toute autre phrase")
    with mock.patch.object(account_reset, "LIFETIME", -SECOND):
        too_old = account_reset.make_password_link("Ulric")[1]
    made.secrets["/club/new-password/"] = {
        "valid": account_reset.make_password_link("Ulric")[1],
        "used": before,
        "expired": too_old,
    }
    for where, known in made.secrets.items():
        other = next(found["valid"] for place, found in made.secrets.items() if place != where)
        # Signed here, over the same number, for another purpose; and the right one with another signature.
        number = known["valid"].partition(".")[0]
        known |= {"other-purpose": f"{number}.{other.partition('.')[2]}", "forged": known["valid"][:-4] + "AAAA"}


def _hidden(desk: Desk) -> dict[str, Any]:
    """Return a private club with a tournament and a league."""
    club = members.create_club(desk.account, "Club discret")
    members.set_private(club, private=True)
    hidden = Desk.__new__(Desk)
    hidden.account, hidden.club = desk.account, club
    hidden.id = lifecycle.create(club, {"name": "Entre nous", "method": "swiss", "options": {"rounds": 2}}).tournament_id
    hidden.do(entries.enter, pairs(4))
    hidden.do(lifecycle.set_entry, {"open": True})
    hidden.next_round()
    league = leagues.create(club, {"name": "Discrète", "points": [3, 1], "tournaments": [hidden.id]}, uuid=key())
    return {"tournament": hidden.id, "club": club.club_id, "slug": club.slug, "league": league.id}
