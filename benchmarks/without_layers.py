"""The command line with no layer of the sandbox but processes and limits.

What the layers cost is measured against it; it is no way to grade.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent.parent)]

from autograder.commands import grade, main  # noqa: E402
from autograder.sandbox.sandbox import Sandbox  # noqa: E402
from autograder.walls.layers import NAMES  # noqa: E402

vars(grade)["Sandbox"] = partial(Sandbox, without=NAMES)
main.run()
