"""Grades your folder: `python grade.py my_folder`.

Python 3.10 or newer is all that it needs, on Windows as well. The first time it makes
.venv beside this file, with what grading needs; afterwards no network is needed.
`python grade.py` alone grades the only folder there is, `python grade.py --help` tells
the options. `python grade.py debug my_folder TREE` calls your functions on one tree in
your own process, where prints and breakpoint() work.
"""

import sys

if sys.version_info < (3, 10):  # noqa: UP036 - whoever runs it may have any
    TOLD = "grade.py: it needs Python 3.10 or newer, and this is {0[0]}.{0[1]} ({1})"
    sys.exit(TOLD.format(sys.version_info, sys.executable))

from pathlib import Path

HERE = Path(__file__).resolve().parent

if __name__ == "__main__":
    sys.path.insert(0, str(HERE))

    from autograder.venv import making

    sys.exit(making.run_within(HERE, "grade.py", sys.argv[1:]))
