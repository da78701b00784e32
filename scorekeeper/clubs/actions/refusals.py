"""Why an action with leagues, archives and files is refused, in words."""

from __future__ import annotations

from scorekeeper.wording.marks import N_

TEXTS = {
    "openid.off": N_("There is no such page: accounts sign in here by name and password."),
    "openid.away": N_("%(name)s does not answer just now. Sign in with name and password, or try again later."),
    "openid.wrong": N_(
        "%(name)s gave an answer that cannot be believed; nobody was signed in. The log tells whoever runs the program why."
    ),
    "openid.late": N_("That took longer than ten minutes, was done already, or began in another browser. Begin again."),
    "openid.denied": N_("%(name)s let nobody in, or it was broken off there."),
    "openid.unknown": N_(
        "No account is connected with this identity at %(name)s. Sign in with name and password, then connect them on the page of"
        " your account."
    ),
    "openid.group": N_(
        "%(name)s does not list you in the group that may sign in here. Sign in with name and password, or ask the person who"
        " manages the group."
    ),
    "openid.already": N_("This account is connected already. End that first, then connect another identity."),
    "openid.taken": N_("This identity at %(name)s is connected with another account."),
    "password.none": N_(
        "This account has no password yet. Whoever runs the program makes a link that sets one: `scorekeeper account reset"
        ' "%(name)s"`'
    ),
    "names.choice": N_("“%(read)s” is no way to show names: full, initial and number are."),
    "responsible.name": N_("The responsible person’s name has between 1 and %(high)s characters, on one line."),
    "responsible.reach": N_(
        "Write how the responsible person is reached, in at most %(high)s characters: an e-mail address, a telephone number or an"
        " address."
    ),
    "responsible.since": N_("“%(read)s” is no day up to today, such as 2026-11-20."),
    "account.alone": N_(
        "You alone organise %(clubs)s. Make somebody else an organiser there (“People”), or delete the club; then end the"
        " account."
    ),
    "account.operator": N_(
        "Your account answers for the whole instance. Let whoever runs the program name another one first: scorekeeper account"
        " operator NAME."
    ),
    "keep.months": N_("“%(read)s” is no number of months: a whole number from 1 to %(high)s is, or nothing for keeping it."),
    "league": N_("There is no such league in this club."),
    "league.name": N_("A league’s name has between 1 and %(high)s characters."),
    "league.points": N_(
        "“%(read)s” is no points table: between 1 and %(high)s whole numbers are, none larger than the one before."
    ),
    "league.others": N_("Whoever comes after the points table has between 0 and %(high)s points, no more than its last place."),
    "league.best": N_(
        "“%(read)s” is not how many results can count: a number between 1 and %(high)s, or nothing for all of them."
    ),
    "league.who": N_("A league is one of pairs or one of players."),
    "league.tournaments": N_("A league counts tournaments of its own club."),
    "league.many": N_("A club keeps at most %(high)s leagues."),
    "league.changed": N_("This league was changed meanwhile by somebody else. Look at it again; nothing of yours was saved."),
    "season.full": N_("The history of a club holds at most %(high)s changes; this one has as many."),
    "season.change": N_("There is no such change in this club."),
    "season.undo_create": N_("How a league began cannot be undone; it can be put away."),
    "season.undo_same": N_("Undoing this would change nothing: it already stands as it stood before."),
    "same.unknown": N_("The club knows nobody called “%(read)s”."),
    "same.self": N_("“%(read)s” is that player already."),
    "same.already": N_("“%(read)s” is already another name of %(right)s. Take that back first."),
    "same.together": N_("%(one)s and %(other)s were both there at “%(read)s”: they are two people."),
    "season.player": N_("Nobody of that name has finished a tournament of this club."),
    "season.pair": N_("No such pair has finished a tournament of this club."),
    "file.none": N_("Choose a file first."),
    "file.large": N_("This file is too large: at most %(high)s MB can be read."),
    "file.json": N_("“%(read)s” could not be read. %(why)s"),
    "file.record": N_("This is a tournament record without entrants: there is nothing to bring in."),
    "archive.zip": N_("This is not an archive of a club: a ZIP file is, as it was saved here."),
    "archive.version": N_(
        "A newer version of this program saved this archive (%(read)s). Bring this installation up to date first."
    ),
    "archive.entry": N_("The archive holds “%(read)s”, which does not belong in one, or lacks it."),
    "archive.value": N_("“%(read)s” in the archive cannot be read: it was damaged or changed."),
    "archive.many": N_("The archive holds more than fits: at most %(high)s of “%(read)s”."),
    "archive.here": N_("This club, or one of its tournaments, is here already: to bring it in all the same, ask for it beside."),
    "file.sheet": N_("There is no such table of a tournament: entrants, results and standings are."),
}
