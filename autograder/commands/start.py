"""Runs the command line in .venv under a name: python -I start.py NAME ARGUMENT...

Isolated, so that no random.py of the folder that one stands in is imported.
"""

import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))
    del sys.argv[0]
    from autograder.commands.main import run

    run()
