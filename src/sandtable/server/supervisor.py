"""The process that watches over workers: uvicorn's, with one thing mended.

uvicorn asks every worker for a sign of life in turn and waits for the answer.  The other end of the pipe is open in this process
too, so a worker that is killed between question and answer is waited for until the time for an answer is over, and no other
worker is looked after meanwhile.  Here the end of the process counts as an answer.
"""

from __future__ import annotations

import pickle
from multiprocessing import connection
from typing import Any

import uvicorn
from uvicorn.supervisors import multiprocess


class Worker(multiprocess.Process):
    """A worker process that is known to be dead as soon as it is."""

    def _healthcheck(self, timeout: float) -> bool | None:
        try:
            self.parent_conn.send(b"ping")
            if self.parent_conn in connection.wait([self.parent_conn, self.process.sentinel], timeout):
                started: bool = self.parent_conn.recv()
                return started
        except (OSError, EOFError, pickle.UnpicklingError):
            pass
        return None


def run(application: str, **options: Any) -> None:
    """Serve with several workers until told to stop."""
    multiprocess.Process = Worker  # type: ignore[misc]  # it has no other place to say which
    config = uvicorn.Config(application, factory=True, **options)
    multiprocess.Multiprocess(config, sockets=[config.bind_socket()]).run()
