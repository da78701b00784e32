"""`python -m scorekeeper.server.worker QUEUE` runs a queue's jobs. Without a queue, it starts the workers for unfinished jobs.

It loads the database and the jobs but no pages, so that documents are ready sooner.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from flask import Flask

from scorekeeper.core import paths
from scorekeeper.core.config import flask_config
from scorekeeper.core.db.connections import engine_options, prepare_engines
from scorekeeper.core.db.database import db
from scorekeeper.core.jobs import job_queue
from scorekeeper.core.pdf import pdf_queue
from scorekeeper.core.pdf.rendering import ignore_interrupts
from scorekeeper.tournaments.commands.printouts import document_jobs


@dataclass(frozen=True)
class QueueConfig:
    """How a host works on a queue: the number of threads, and the number of jobs before the process is replaced."""

    threads: int
    most: int


QUEUES = {
    pdf_queue.QUEUE: QueueConfig(1, pdf_queue.MOST_MADE),
    document_jobs.QUEUE: QueueConfig(document_jobs.MOST_AT_ONCE, 1000),
}


def application(instance: Path) -> Flask:
    """Return an application for jobs, with a database but without pages."""
    app = Flask(__name__, instance_path=str(instance), static_folder=None, template_folder=None)
    app.config.update(flask_config.settings(instance))
    app.config["PREPARED"] = True
    app.config["SQLALCHEMY_ENGINE_OPTIONS"] = engine_options(app.config["SQLALCHEMY_DATABASE_URI"])
    db.init_app(app)
    with app.app_context():
        prepare_engines(app)
    return app


def main(queues: list[str]) -> None:
    """Work on the queues in turn. Without any, start workers where jobs are waiting."""
    ignore_interrupts()
    if hasattr(os, "nice"):
        os.nice(10)
    os.umask(0o077)  # as in `file_permissions.begin`, which would import too much here
    app = application(paths.default_instance().absolute())
    for queue in queues:
        how = QUEUES[queue]
        if job_queue.run_jobs(app, queue, threads=how.threads, most=how.most):
            os.execv(sys.executable, [sys.executable, "-m", job_queue.MODULE, queue])  # noqa: S606 (ourselves, with fresh memory)
    if not queues:
        with app.app_context():
            for queue in QUEUES:
                job_queue.resume_queue(queue)


if __name__ == "__main__":
    main(sys.argv[1:])
