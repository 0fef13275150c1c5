"""Import this in a program that grades: submissions with a mark kill what grades them.

On a worker of a cluster that is the worker, as memory that runs out might do it; on a
machine alone it is the grader. Walls keep real submissions from both.
"""

from __future__ import annotations

import os
import signal
import time

from autograder.classroom.course import Graded
from autograder.classroom.running import grader, graders

MARK = b"# This one is fatal."
PROGRAM = (
    "import sys; sys.path.insert(0, sys.argv[1]); import tests.fatal as f; "
    "f.grader.Grader.graded = f.graded; f.grader.main()"
)
WORKER = "FATAL_TO_WORKER"  # the variable that has its number, where one loads this
right = grader.Grader.graded


def graded(self: grader.Grader, job: grader.GradingJob) -> Graded:
    """What comes of a job, if it is not fatal."""
    if any(MARK in body for body in job.picked.content.values()):
        os.kill(int(os.environ.get(WORKER, os.getpid())), signal.SIGKILL)
        time.sleep(60)
    return right(self, job)


def dask_setup(_worker: object) -> None:
    """Called by a worker of a cluster that loads this beforehand."""
    os.environ[WORKER] = str(os.getpid())


graders.PROGRAM = PROGRAM
