"""``python -m sandtable.cli``, and the command ``sandtable`` itself.

A server that was killed must serve again at once, so ``serve`` loads none of the other commands.
"""

import gc
import sys

from sandtable.server import hurry

SERVING = sys.argv[1:2] == ["serve"]
if SERVING:
    hurry.begin()
    gc.disable()  # looking through what is being loaded again and again is a fifth of a start; the house turns it on


def main() -> None:
    if SERVING:
        from sandtable.cli.serve import alone

        alone()
    else:
        from sandtable.cli import app

        app.main()


if __name__ == "__main__":
    main()
