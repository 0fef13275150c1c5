"""Runs the command line in .venv under a name: python -I start.py NAME ARGUMENT...

Isolated, so that no random.py of the folder that one stands in is imported. An
installed package begins here, too.
"""

import os
import sys
from pathlib import Path

STOPPED = "It was stopped by hand.\n"  # as `stopping` says it, which is not there yet
STATUS = 130


def begin() -> None:
    """Run a command; one that is stopped while it is imported leaves no traceback."""
    try:
        from autograder.commands.main import run
    except KeyboardInterrupt:
        sys.stderr.write(STOPPED)
        sys.stderr.flush()
        os._exit(STATUS)
    run()


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))
    del sys.argv[0]
    begin()
