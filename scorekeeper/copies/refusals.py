"""Why an instance is not copied or put back, in words."""

from __future__ import annotations

from scorekeeper.wording.marks import N_

TEXTS = {
    "copy.busy": N_("A copy is being made already. Wait until it is done."),
    "copy.often": N_("That is enough copies for now. Please try again in %(minutes)s minutes."),
    "copy.nothing": N_("There is nothing to copy yet: %(read)s."),
    "copy.away": N_("The database could not be reached: %(read)s"),
    "copy.failed": N_("It could not be made: %(read)s"),
    "copy.form": N_(
        "The database has the form %(read)s, which this version (%(right)s) does not know: a newer version of this program"
        " made it. Use that one."
    ),
    "copy.room": N_("There is too little room on the disk with %(read)s: %(low)s MB are needed, %(high)s MB are free."),
    "copy.damaged": N_("The database is damaged, and was not copied: %(read)s."),
    "copy.written": N_("What was written to the disk is not what was to be written: %(read)s. Look at the disk."),
    "copy.folder": N_("The folder %(read)s cannot be written to: %(why)s."),
    "copy.program": N_(
        "%(read)s is not installed; a copy of a PostgreSQL database is made and put back with it. Install PostgreSQL’s client"
        " programs (Debian and Ubuntu: apt-get install postgresql-client)."
    ),
    "copy.program_old": N_(
        "%(read)s is of version %(low)s, and the database’s server of version %(high)s: the programs must be as new as the"
        " server. Install postgresql-client-%(high)s."
    ),
    "copy.program_failed": N_("%(read)s failed: %(why)s"),
    "copy.file": N_("“%(read)s” is no copy that this program made, or it is damaged."),
    "copy.none": N_("There is no file “%(read)s”."),
    "copy.newer": N_(
        "“%(read)s” was made by a newer version of this program (%(program)s): its format is %(format)s, and this version"
        " reads %(right)s. Install that version, then put it back."
    ),
    "copy.newer_form": N_(
        "“%(read)s” was made by a newer version of this program (%(program)s): its database has the form %(form)s, and this"
        " version knows forms up to %(right)s. Install that version, then put it back."
    ),
    "copy.sum": N_("“%(read)s” is damaged: %(part)s is not what was put into it. Use another copy."),
    "copy.part": N_("“%(read)s” is refused: it holds “%(part)s”, which is no name that this program writes."),
    "copy.many": N_("“%(read)s” is refused: it holds more than %(high)s files."),
    "copy.full": N_(
        "%(read)s is not empty (%(part)s): a copy is only put into an empty instance, and nothing there was changed. Move the"
        " folder away, or name another one in SCOREKEEPER_INSTANCE."
    ),
    "copy.database_there": N_(
        "The database that SCOREKEEPER_DATABASE_URL names is not empty: a copy is only put into an empty one, and nothing"
        " there was changed."
    ),
    "copy.wants_postgresql": N_(
        "The copy holds a PostgreSQL database. Name an empty one in SCOREKEEPER_DATABASE_URL; “scorekeeper db copy” takes it"
        " from there into a SQLite file."
    ),
    "copy.wants_sqlite": N_(
        "The copy holds a SQLite database. Put it back without SCOREKEEPER_DATABASE_URL; “scorekeeper db copy” takes it from"
        " there to a server."
    ),
    "copy.faults": N_("The copy cannot be put back: not everything in it can be read (%(read)s)."),
    "copy.faults_in_it": N_("It was made, but not everything in it can be read (%(read)s)."),
    "copy.differs": N_("The games were put back, but their scores are not those of when the copy was made."),
    "db.same": N_("Source and target are the same database."),
    "db.url": N_(
        "“%(read)s” names no database: write sqlite:////full/path/file.sqlite3 or `postgresql://user:password@host/name`."
    ),
    "db.away": N_("%(read)s cannot be reached: %(why)s"),
    "db.empty": N_("There is nothing of this program in %(read)s."),
    "db.form": N_(
        "The source has the form %(read)s, and this version writes %(right)s: start the program on it once, then copy."
    ),
    "db.full": N_("%(read)s is not empty: a database is only copied into an empty one, and nothing there was changed."),
    "db.differs": N_("What arrived is not what was sent (%(read)s): do not use %(part)s."),
}
