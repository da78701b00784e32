"""Run migrations on the application's engine. Each upgrade is applied completely or not at all."""

from __future__ import annotations

from typing import Literal

from alembic import context
from flask import current_app
from sqlalchemy import Connection
from sqlalchemy.types import TypeDecorator

EXTENSION = current_app.extensions["migrate"]


def run() -> None:
    if context.is_offline_mode():
        raise SystemExit("Migrations look at the database they change: --sql is not supported.")
    with EXTENSION.db.engine.connect() as connection:
        if connection.dialect.name == "sqlite":
            run_on_sqlite(connection)
        else:
            run_on_server(connection)


def run_on_server(connection: Connection) -> None:
    with connection.begin():
        # If two workers start together, the second waits and then finds nothing left to do.
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(200)")
        migrate(connection)


def run_on_sqlite(connection: Connection) -> None:
    # Keep the settings below out of the connection pool.
    connection.detach()
    driver = connection.connection.dbapi_connection
    # Changing a table means copying it and dropping the old one, which would cascade to its children. SQLite
    # ignores this inside a transaction, so it comes first.
    driver.execute("PRAGMA foreign_keys=OFF")
    with connection.begin():
        # By default, the driver commits before each CREATE, so a failed migration could be half applied. A
        # transaction that starts with a read can't wait for another process's upgrade.
        driver.isolation_level = None
        if driver.in_transaction:
            driver.execute("ROLLBACK")
        driver.execute("BEGIN IMMEDIATE")
        migrate(connection)
        orphans = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall()
        if orphans:
            raise RuntimeError(f"the migration left rows that point nowhere: {orphans[:5]}")


def migrate(connection: Connection) -> None:
    context.configure(
        connection=connection,
        target_metadata=EXTENSION.db.metadata,
        process_revision_directives=drop_empty_revision,
        render_item=render_own_types,
        transactional_ddl=True,
        **EXTENSION.configure_args,
    )
    context.run_migrations()


def render_own_types(kind: str, item: object, autogen_context: object) -> str | Literal[False]:  # noqa: ARG001
    """Render custom column types as database types, so that a migration does not depend on today's code."""
    if kind == "type" and isinstance(item, TypeDecorator):
        return f"sa.{item.impl!r}"
    return False


def drop_empty_revision(migration_context, revision, directives) -> None:  # noqa: ARG001 (Alembic's signature)
    """Write no file if a migration would be empty."""
    options = context.config.cmd_opts
    if getattr(options, "autogenerate", False) and directives[0].upgrade_ops.is_empty():
        directives[:] = []


run()
