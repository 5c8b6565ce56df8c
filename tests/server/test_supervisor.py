"""Who watches over workers notices at once that one is dead, whatever it was being asked."""

from __future__ import annotations

import os
import signal
import threading
import time

import pytest
import uvicorn
from tables import PATIENCE, wait_until

from sandtable.server.supervisor import Worker


def stay_silent(sockets: object = None) -> None:
    while True:
        time.sleep(PATIENCE)


class Silent(Worker):
    """A worker that never answers, as one that is stuck, or that dies in the next moment."""

    target = staticmethod(stay_silent)  # type: ignore[assignment]


@pytest.fixture
def worker() -> Silent:
    made = Silent(uvicorn.Config("nothing:here"), [])
    made.start()
    return made


def test_a_worker_killed_while_it_is_asked(worker: Silent) -> None:
    found: list[bool] = []
    asking = threading.Thread(target=lambda: found.append(worker.is_alive(timeout=100 * PATIENCE)), daemon=True)
    asking.start()
    wait_until(lambda: worker.child_conn.poll())  # the question is asked: whoever asks waits for the answer now
    assert worker.pid is not None
    os.kill(worker.pid, signal.SIGKILL)
    asking.join(PATIENCE)
    assert found == [False]
    worker.join()


def test_a_worker_that_is_stuck(worker: Silent) -> None:
    assert not worker.is_alive(timeout=0.01)
    worker.kill()
    worker.join()
