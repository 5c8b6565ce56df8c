"""A server that was killed must serve again at once, also on a busy machine: until it is loaded it goes before other programs.

Only where the system allows it (root, ``CAP_SYS_NICE``, ``Nice=`` of a unit); then it is a program like any other again.  The process
that watches over workers keeps its place in front, so that a worker in place of one that died starts there too; it does next to nothing
itself.
"""

from __future__ import annotations

import contextlib
import os

BEFORE = "SANDTABLE_PRIORITY"  # the priority to go back to; workers find it in their environment
AHEAD = 10  # steps of nice


def begin() -> None:
    if not hasattr(os, "setpriority"):  # not on every system
        return
    before = os.getpriority(os.PRIO_PROCESS, 0)
    try:
        os.setpriority(os.PRIO_PROCESS, 0, max(-20, before - AHEAD))
    except OSError:
        return
    os.environ[BEFORE] = str(before)


def end() -> None:
    """Before the server starts further processes, which would take the priority over.  It has threads already: those of the database,
    and in a worker the one that answers the process that watches over it."""
    before = os.environ.pop(BEFORE, None)
    if before is None:
        return
    try:
        threads = [int(name) for name in os.listdir("/proc/self/task")]  # on Linux each has a priority of its own
    except OSError:
        threads = [0]
    for thread in threads:
        with contextlib.suppress(ProcessLookupError):
            os.setpriority(os.PRIO_PROCESS, thread, int(before))
