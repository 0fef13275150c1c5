"""Runs the command line in .venv under a name: python -I start.py NAME ARGUMENT...

Isolated, so that no random.py of the folder that one stands in is imported. An
installed package begins here, too.
"""

import os
import sys
from pathlib import Path


def begin() -> None:
    """Run a command; one that is stopped while it is imported leaves no traceback."""
    try:
        from autograder.commands.main import run
    except KeyboardInterrupt:
        print("It was stopped by hand.", file=sys.stderr, flush=True)
        os._exit(130)  # as `stopping` has both, which is not there yet
    run()


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))
    del sys.argv[0]
    begin()
