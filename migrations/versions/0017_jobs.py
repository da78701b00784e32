"""Add documents and printouts, and the queues that make them.

The tables firm_queue_* follow the library's own schema (firm-queue 1.0).

Revision 0017, after 0016.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "documents",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tag", sa.String(16), nullable=False),
        sa.Column("visitor", sa.String(16), nullable=False),
        sa.Column("html", sa.Text(), nullable=True),
        sa.Column("body", sa.LargeBinary(), nullable=True),
        sa.Column("failed", sa.String(300), nullable=True),
        sa.Column("begun", sa.Integer(), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_documents"),
        sa.UniqueConstraint("tag", name="uq_documents_tag"),
    )
    op.create_table(
        "firm_queue_jobs",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("queue_name", sa.String(255), nullable=False),
        sa.Column("class_name", sa.String(255), nullable=False),
        sa.Column("arguments", sa.Text(), nullable=True),
        sa.Column("priority", sa.Integer(), server_default="0", nullable=False),
        sa.Column("active_job_id", sa.String(255), nullable=True),
        sa.Column("scheduled_at", sa.DateTime(), nullable=True),
        sa.Column("finished_at", sa.DateTime(), nullable=True),
        sa.Column("concurrency_key", sa.String(255), nullable=True),
        sa.Column("attempts", sa.Integer(), server_default="0", nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("updated_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_firm_queue_jobs"),
    )
    op.create_index("index_firm_queue_jobs_for_alerting", "firm_queue_jobs", ["scheduled_at", "finished_at"])
    op.create_index("index_firm_queue_jobs_for_filtering", "firm_queue_jobs", ["queue_name", "finished_at"])
    op.create_index("index_firm_queue_jobs_on_active_job_id", "firm_queue_jobs", ["active_job_id"])
    op.create_index("index_firm_queue_jobs_on_class_name", "firm_queue_jobs", ["class_name"])
    op.create_index("index_firm_queue_jobs_on_finished_at", "firm_queue_jobs", ["finished_at"])
    op.create_table(
        "firm_queue_pauses",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("queue_name", sa.String(255), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_firm_queue_pauses"),
    )
    op.create_index("index_firm_queue_pauses_on_queue_name", "firm_queue_pauses", ["queue_name"], unique=True)
    op.create_table(
        "firm_queue_processes",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("kind", sa.String(255), nullable=False),
        sa.Column("last_heartbeat_at", sa.DateTime(), nullable=False),
        sa.Column("supervisor_id", sa.BigInteger(), nullable=True),
        sa.Column("pid", sa.Integer(), nullable=False),
        sa.Column("hostname", sa.String(255), nullable=True),
        sa.Column("metadata", sa.Text(), nullable=True),
        sa.Column("name", sa.String(255), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_firm_queue_processes"),
    )
    op.create_index("index_firm_queue_processes_on_last_heartbeat_at", "firm_queue_processes", ["last_heartbeat_at"])
    op.create_index(
        "index_firm_queue_processes_on_name_and_supervisor_id", "firm_queue_processes", ["name", "supervisor_id"], unique=True
    )
    op.create_index("index_firm_queue_processes_on_supervisor_id", "firm_queue_processes", ["supervisor_id"])
    op.create_table(
        "firm_queue_recurring_tasks",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("key", sa.String(255), nullable=False),
        sa.Column("schedule", sa.String(255), nullable=False),
        sa.Column("command", sa.String(2048), nullable=True),
        sa.Column("class_name", sa.String(255), nullable=True),
        sa.Column("arguments", sa.Text(), nullable=True),
        sa.Column("queue_name", sa.String(255), nullable=True),
        sa.Column("priority", sa.Integer(), server_default="0", nullable=True),
        sa.Column("static", sa.Boolean(), server_default="1", nullable=False),
        sa.Column("description", sa.Text(), nullable=True),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("updated_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_firm_queue_recurring_tasks"),
    )
    op.create_index("index_firm_queue_recurring_tasks_on_key", "firm_queue_recurring_tasks", ["key"], unique=True)
    op.create_index("index_firm_queue_recurring_tasks_on_static", "firm_queue_recurring_tasks", ["static"])
    op.create_table(
        "firm_queue_semaphores",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("key", sa.String(255), nullable=False),
        sa.Column("value", sa.Integer(), server_default="1", nullable=False),
        sa.Column("expires_at", sa.DateTime(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("updated_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_firm_queue_semaphores"),
    )
    op.create_index("index_firm_queue_semaphores_on_expires_at", "firm_queue_semaphores", ["expires_at"])
    op.create_index("index_firm_queue_semaphores_on_key", "firm_queue_semaphores", ["key"], unique=True)
    op.create_index("index_firm_queue_semaphores_on_key_and_value", "firm_queue_semaphores", ["key", "value"])
    op.create_table(
        "made_papers",
        sa.Column("tournament_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("path", sa.String(300), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", "path", name="pk_made_papers"),
    )
    op.create_table(
        "paper_jobs",
        sa.Column("tournament_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("key", sa.String(32), nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("begun", sa.Integer(), nullable=False),
        sa.Column("given", sa.Text(), nullable=True),
        sa.Column("facts", sa.JSON(), nullable=False),
        sa.Column("files", sa.JSON(), nullable=False),
        sa.Column("archive", sa.String(200), nullable=True),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", name="pk_paper_jobs"),
    )
    op.create_table(
        "firm_queue_blocked_executions",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("job_id", sa.BigInteger(), nullable=False),
        sa.Column("queue_name", sa.String(255), nullable=False),
        sa.Column("priority", sa.Integer(), server_default="0", nullable=False),
        sa.Column("concurrency_key", sa.String(255), nullable=False),
        sa.Column("expires_at", sa.DateTime(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["job_id"], ["firm_queue_jobs.id"], name="fk_firm_queue_blocked_executions_job_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_firm_queue_blocked_executions"),
    )
    op.create_index(
        "index_firm_queue_blocked_executions_for_maintenance", "firm_queue_blocked_executions", ["expires_at", "concurrency_key"]
    )
    op.create_index(
        "index_firm_queue_blocked_executions_for_release",
        "firm_queue_blocked_executions",
        ["concurrency_key", "priority", "job_id"],
    )
    op.create_index("index_firm_queue_blocked_executions_on_job_id", "firm_queue_blocked_executions", ["job_id"], unique=True)
    op.create_table(
        "firm_queue_claimed_executions",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("job_id", sa.BigInteger(), nullable=False),
        sa.Column("process_id", sa.BigInteger(), nullable=True),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["job_id"], ["firm_queue_jobs.id"], name="fk_firm_queue_claimed_executions_job_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_firm_queue_claimed_executions"),
    )
    op.create_index("index_firm_queue_claimed_executions_on_job_id", "firm_queue_claimed_executions", ["job_id"], unique=True)
    op.create_index(
        "index_firm_queue_claimed_executions_on_process_id_and_job_id", "firm_queue_claimed_executions", ["process_id", "job_id"]
    )
    op.create_table(
        "firm_queue_failed_executions",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("job_id", sa.BigInteger(), nullable=False),
        sa.Column("error", sa.Text(), nullable=True),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["job_id"], ["firm_queue_jobs.id"], name="fk_firm_queue_failed_executions_job_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_firm_queue_failed_executions"),
    )
    op.create_index("index_firm_queue_failed_executions_on_job_id", "firm_queue_failed_executions", ["job_id"], unique=True)
    op.create_table(
        "firm_queue_ready_executions",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("job_id", sa.BigInteger(), nullable=False),
        sa.Column("queue_name", sa.String(255), nullable=False),
        sa.Column("priority", sa.Integer(), server_default="0", nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["job_id"], ["firm_queue_jobs.id"], name="fk_firm_queue_ready_executions_job_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_firm_queue_ready_executions"),
    )
    op.create_index("index_firm_queue_poll_all", "firm_queue_ready_executions", ["priority", "job_id"])
    op.create_index("index_firm_queue_poll_by_queue", "firm_queue_ready_executions", ["queue_name", "priority", "job_id"])
    op.create_index("index_firm_queue_ready_executions_on_job_id", "firm_queue_ready_executions", ["job_id"], unique=True)
    op.create_table(
        "firm_queue_recurring_executions",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("job_id", sa.BigInteger(), nullable=False),
        sa.Column("task_key", sa.String(255), nullable=False),
        sa.Column("run_at", sa.DateTime(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["job_id"], ["firm_queue_jobs.id"], name="fk_firm_queue_recurring_executions_job_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_firm_queue_recurring_executions"),
    )
    op.create_index("index_firm_queue_recurring_executions_on_job_id", "firm_queue_recurring_executions", ["job_id"], unique=True)
    op.create_index(
        "index_firm_queue_recurring_executions_on_task_key_and_run_at",
        "firm_queue_recurring_executions",
        ["task_key", "run_at"],
        unique=True,
    )
    op.create_table(
        "firm_queue_scheduled_executions",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("job_id", sa.BigInteger(), nullable=False),
        sa.Column("queue_name", sa.String(255), nullable=False),
        sa.Column("priority", sa.Integer(), server_default="0", nullable=False),
        sa.Column("scheduled_at", sa.DateTime(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["job_id"], ["firm_queue_jobs.id"], name="fk_firm_queue_scheduled_executions_job_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_firm_queue_scheduled_executions"),
    )
    op.create_index("index_firm_queue_dispatch_all", "firm_queue_scheduled_executions", ["scheduled_at", "priority", "job_id"])
    op.create_index("index_firm_queue_scheduled_executions_on_job_id", "firm_queue_scheduled_executions", ["job_id"], unique=True)


def downgrade() -> None:
    op.drop_table("firm_queue_scheduled_executions")
    op.drop_table("firm_queue_recurring_executions")
    op.drop_table("firm_queue_ready_executions")
    op.drop_table("firm_queue_failed_executions")
    op.drop_table("firm_queue_claimed_executions")
    op.drop_table("firm_queue_blocked_executions")
    op.drop_table("paper_jobs")
    op.drop_table("made_papers")
    op.drop_table("firm_queue_semaphores")
    op.drop_table("firm_queue_recurring_tasks")
    op.drop_table("firm_queue_processes")
    op.drop_table("firm_queue_pauses")
    op.drop_table("firm_queue_jobs")
    op.drop_table("documents")
