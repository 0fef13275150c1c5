"""The command `class`: grade the submissions of a whole class, and go on with that."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from autograder.assignment import file as assignmentfile
from autograder.classroom import enrolment as enrolling
from autograder.classroom import lateness, outputs, overrides, roster
from autograder.classroom.book import Book, reading
from autograder.classroom.comparing import Earlier
from autograder.classroom.course import (
    Course,
    Enrolment,
    Graded,
    Override,
    TreeRow,
)
from autograder.classroom.exports.reading import KINDS, read
from autograder.classroom.grader import Setting
from autograder.classroom.graders import Graders
from autograder.classroom.outputs import Gradebook, Wished
from autograder.classroom.plan import Choice, Content, Plan, contents, named, planned
from autograder.classroom.progress import Progress
from autograder.classroom.state import State
from autograder.classroom.store import Asked, Store
from autograder.commands.options import Parser, add_assignment
from autograder.commands.stopping import Stopping
from autograder.commands.streams import complain, show
from autograder.drawing import outline
from autograder.errors import AssignmentError, GraderError
from autograder.grading.ready import Ready, ready
from autograder.sandbox import shares
from autograder.sandbox.trust import FLAG
from autograder.text import clean, path_shown, points

PRIVATE, OTHERS = 0o700, 0o077
UNMATCHED = 1  # the exit status where rows of an LMS's file fit nobody
LONGEST = 400
FEEDBACK = ("html", "canvas", "moodle")
