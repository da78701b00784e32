"""Messages for refused actions with leagues, archives and files."""

from __future__ import annotations

from scorekeeper.messages.marks import N_

TEXTS = {
    "openid.off": N_("This page does not exist. Accounts sign in here by name and password."),
    "openid.away": N_("%(name)s is not answering. Sign in with name and password, or try again later."),
    "openid.wrong": N_("The answer from %(name)s is not valid, and no one was signed in. The server log says why."),
    "openid.late": N_("That took longer than ten minutes, was already done, or started in another browser. Start again."),
    "openid.denied": N_("%(name)s did not sign you in, or you cancelled there."),
    "openid.unknown": N_(
        "No account is connected to this identity at %(name)s. Sign in with name and password, then "
        "connect them on your account page."
    ),
    "openid.group": N_(
        "You are not in the group of %(name)s that may sign in here. Sign in with name and password, or "
        "ask the person who manages the group."
    ),
    "openid.already": N_("This account is already connected. Disconnect it first, then connect another identity."),
    "openid.taken": N_("This identity at %(name)s is already connected to another account."),
    "password.none": N_(
        'This account has no password yet. The operator can make a link to set one: `scorekeeper account reset "%(name)s"`'
    ),
    "names.choice": N_("Invalid names value “%(read)s”. Use full, initial or number."),
    "responsible.name": N_("The responsible person’s name has between 1 and %(high)s characters, on one line."),
    "responsible.reach": N_(
        "Enter how to reach the responsible person, in at most %(high)s characters: an e-mail, a telephone number or an address."
    ),
    "responsible.since": N_("“%(read)s” is not a valid date. Enter today or earlier, such as 2026-11-20."),
    "account.alone": N_(
        "You are the only organizer of %(clubs)s. Make someone else an organizer (“People”), or delete "
        "the club. Then delete the account."
    ),
    "account.operator": N_(
        "Your account is the operator of this server. First make another account the operator: scorekeeper account operator NAME."
    ),
    "keep.months": N_("“%(read)s” is not a valid number of months. Enter 1 to %(high)s, or leave it blank to keep names."),
    "league": N_("This club has no such league."),
    "league.name": N_("A league’s name has between 1 and %(high)s characters."),
    "league.points": N_(
        "“%(read)s” is not a valid points table. Enter 1 to %(high)s whole numbers, none larger than the one before."
    ),
    "league.others": N_("Ranks after the points table get between 0 and %(high)s points, at most the points of its last rank."),
    "league.best": N_("“%(read)s” is not a valid number of results. Enter 1 to %(high)s, or leave it blank for all."),
    "league.counts": N_("A league counts either ranks, match points or points scored."),
    "league.who": N_("A league is either for pairs or for players."),
    "league.tournaments": N_("A league counts only tournaments of its own club."),
    "league.many": N_("A club has at most %(high)s leagues."),
    "league.changed": N_("Someone else changed this league. Your changes were not saved. Check it and try again."),
    "season.full": N_("The history of a club is full: it has %(high)s changes."),
    "season.change": N_("This club has no such change."),
    "season.undo_create": N_("The start of a league cannot be undone. You can archive the league."),
    "season.undo_same": N_("There is nothing to undo: everything is already as before."),
    "same.unknown": N_("The club has no one named “%(read)s”."),
    "same.self": N_("“%(read)s” is that player already."),
    "same.already": N_("“%(read)s” is already merged with %(right)s. Undo that first."),
    "same.together": N_("%(one)s and %(other)s both played at “%(read)s”, so they are two people."),
    "season.player": N_("No one of that name has finished a tournament of this club."),
    "season.pair": N_("No such pair has finished a tournament of this club."),
    "file.none": N_("Choose a file first."),
    "file.large": N_("This file is too large. The limit is %(high)s MB."),
    "file.json": N_("“%(read)s” could not be read. %(why)s"),
    "file.record": N_("This tournament file has no entrants. There is nothing to import."),
    "archive.zip": N_("This is not a club archive. Choose a ZIP file that was exported here."),
    "archive.version": N_("A newer version of this program made this archive (%(read)s). Upgrade this server first."),
    "archive.entry": N_("This is not a valid archive: see “%(read)s”."),
    "archive.value": N_("“%(read)s” in the archive is damaged or was changed."),
    "archive.many": N_("The archive is too large: at most %(high)s of “%(read)s”."),
    "archive.here": N_("This club, or one of its tournaments, is already here. To import it next to that one, send `beside`."),
    "file.sheet": N_("Unknown table. Use entrants, results or standings."),
}
