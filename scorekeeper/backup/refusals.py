"""Messages for backups and restores that are refused."""

from __future__ import annotations

from scorekeeper.messages.marks import N_

TEXTS = {
    "copy.busy": N_("A backup is already running. Wait until it is done."),
    "copy.often": N_("That is enough backups for now. Try again in %(minutes)s minutes."),
    "copy.nothing": N_("There is nothing to back up yet: %(read)s."),
    "copy.away": N_("Cannot reach the database: %(read)s"),
    "copy.failed": N_("The backup failed: %(read)s"),
    "copy.form": N_(
        "The database has schema version %(read)s, which this version (%(right)s) does not know. A newer "
        "version of the program made it: use that one."
    ),
    "copy.room": N_("The disk with %(read)s is too full: %(low)s MB are needed, %(high)s MB are free."),
    "copy.damaged": N_("The database is damaged and was not backed up: %(read)s."),
    "copy.written": N_("Backup verification failed: %(read)s differs from what was written. Check the disk."),
    "copy.folder": N_("Cannot write to the folder %(read)s: %(why)s."),
    "copy.program": N_(
        "%(read)s is not installed. Backups of PostgreSQL need its client programs (Debian and Ubuntu: "
        "apt-get install postgresql-client)."
    ),
    "copy.program_old": N_(
        "%(read)s is version %(low)s, the database server is %(high)s. The programs must be at least as "
        "new. Install postgresql-client-%(high)s."
    ),
    "copy.program_failed": N_("%(read)s failed: %(why)s"),
    "copy.file": N_("“%(read)s” is not a valid backup file."),
    "copy.none": N_("There is no file “%(read)s”."),
    "copy.newer": N_(
        "A newer version (%(program)s) made “%(read)s”: its format is %(format)s, and this program reads "
        "%(right)s. Install that version, then restore it."
    ),
    "copy.newer_form": N_(
        "A newer version (%(program)s) made “%(read)s”: its schema version is %(form)s, and this program "
        "knows versions up to %(right)s. Install that version, then restore it."
    ),
    "copy.sum": N_("“%(read)s” is damaged: %(part)s has changed since the backup. Use another backup."),
    "copy.part": N_("“%(read)s” is not accepted: it contains “%(part)s”, which is not a name that this program writes."),
    "copy.many": N_("“%(read)s” is not accepted: it has more than %(high)s files."),
    "copy.full": N_(
        "%(read)s is not empty (%(part)s). Nothing was changed. A backup is restored only into an empty "
        "folder: move this one, or name another in SCOREKEEPER_INSTANCE."
    ),
    "copy.database_there": N_(
        "The database in SCOREKEEPER_DATABASE_URL is not empty. Nothing was changed. A backup is restored only into an empty one."
    ),
    "copy.wants_postgresql": N_(
        "This backup has a PostgreSQL database. Name an empty one in SCOREKEEPER_DATABASE_URL. To move "
        "it to SQLite afterwards, use “scorekeeper db copy”."
    ),
    "copy.wants_sqlite": N_(
        "This backup has a SQLite database. Restore it without SCOREKEEPER_DATABASE_URL. To move it to a "
        "server afterwards, use “scorekeeper db copy”."
    ),
    "copy.faults": N_("The backup cannot be restored: part of it cannot be read (%(read)s)."),
    "copy.faults_in_it": N_("The backup was made, but part of it cannot be read (%(read)s)."),
    "copy.differs": N_("The games were restored, but their scores differ from those at the time of the backup."),
    "db.same": N_("Source and target are the same database."),
    "db.url": N_(
        "“%(read)s” is not a database URL. Write sqlite:////full/path/file.sqlite3 or `postgresql://user:password@host/name`."
    ),
    "db.away": N_("Cannot reach %(read)s: %(why)s"),
    "db.empty": N_("%(read)s has no data of this program."),
    "db.form": N_(
        "The source has schema version %(read)s, and this version writes %(right)s. Start the server on it once, then copy."
    ),
    "db.full": N_("%(read)s is not empty. Nothing was changed. A database is copied only into an empty one."),
    "db.differs": N_("The transfer failed: what arrived differs from what was sent (%(read)s). Do not use %(part)s."),
}
