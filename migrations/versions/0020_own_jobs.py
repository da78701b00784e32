"""Replace the tables of firm-queue by a table of jobs. Unfinished jobs move to it.

Revision 0020, after 0019.
"""

from __future__ import annotations

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import context, op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

DROPPED = [f"{one}_executions" for one in ("blocked", "claimed", "failed", "ready", "recurring", "scheduled")]
DROPPED += ["semaphores", "recurring_tasks", "processes", "pauses", "jobs"]
DOCUMENTS = "SELECT tag FROM documents WHERE html IS NOT NULL ORDER BY id"
PRINTOUTS = "SELECT tournament_id, key FROM paper_jobs WHERE state = 'working' ORDER BY asked_at"


def upgrade() -> None:
    jobs = op.create_table(
        "jobs",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("queue", sa.String(16), nullable=False),
        sa.Column("arguments", sa.JSON(), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("worker", sa.String(32), nullable=True),
        sa.Column("renewed_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_jobs"),
    )
    connection, now = op.get_bind(), datetime.now(UTC)
    waiting = [("documents", row) for row in connection.execute(sa.text(DOCUMENTS)).all()]
    waiting += [("papers", row) for row in connection.execute(sa.text(PRINTOUTS)).all()]
    op.bulk_insert(jobs, [{"queue": queue, "arguments": list(row), "failures": 0, "due_at": now} for queue, row in waiting])
    for name in DROPPED:
        op.drop_table(f"firm_queue_{name}")


def downgrade() -> None:
    # Only 0017 knows the tables of firm-queue. It makes these three as well, and their rows are temporary.
    for name in ("jobs", "documents", "made_papers", "paper_jobs"):
        op.drop_table(name)
    context.script.get_revision("0017").module.upgrade()
