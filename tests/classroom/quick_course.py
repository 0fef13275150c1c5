"""A course of any size of few quick programs, with all that is said of its students.

As its programs are few, and equal ones are graded once, 300 students take seconds.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from autograder.classroom.course import Student
from benchmarks import course, homework
from tests.classroom.made_exports import Who, members
from tests.small import ROOT

PROGRAMS = (
    "correct_equality",
    "alpha_beta_no_pruning",
    "minimax_roles_swapped",
    "correct_equality",
    "syntax_error",
    "minimax_initial_zero",
)
DUE = "2026-02-03T10:20:00+00:00"  # within the hour in which Gradescope's came
RULE = "grace: 10 minutes, then 10 % an hour, at most 50 %"


@dataclass(frozen=True, slots=True)
class Evening:
    """The files of a course, and its students."""

    submissions: Path
    folder: Path
    students: tuple[Student, ...]
    work: dict[Who, str]  # the program of each

    def program_of(self, sid: str) -> str:
        """What a student has handed in; "" for nothing."""
        mine = (p for w, p in self.work.items() if sid in [s.sid for s in members(w)])
        return next(mine, "")


def written(folder: Path, kind: str, count: int = 300, seed: int = 1) -> Evening:
    """Write an export, its lists, and what people say: a CSV of each sort."""
    dice = random.Random(seed)  # noqa: S311 - the same course each time
    students = course.people(count, dice)
    silent = set(students[7::31])
    active = [each for each in students if each not in silent]
    share = course.TOGETHER if kind == "gradescope" else 0.0
    pairs = course._in_pairs(active, share, dice)
    work = {who: PROGRAMS[i % len(PROGRAMS)] for i, who in enumerate(pairs)}
    made = {
        name: homework.folder(ROOT / "tests/submissions" / name) for name in PROGRAMS
    }
    late = tuple(active[3::20])
    handed = {who: made[name] for who, name in work.items()}
    course.write(folder, course.Course(handed, late, students), kind)
    for name, lines in said(students).items():
        (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return Evening(folder / "submissions.zip", folder, students, work)


def said(students: Iterable[Student]) -> dict[str, list[str]]:
    """What is said of the first ten: a CSV by its name, as lines."""
    sids = [each.sid for each in students][:10]
    return {
        "overrides.csv": [
            "sid,question,points,reason",
            f"{sids[0]},minimax,1,late test",
        ],
        "late.csv": [
            "sid,extension,deduction,reason",
            f"{sids[1]},2 days,,ill",
            f"{sids[2]},,15 %,agreed",
        ],
        "comments.csv": [
            "sid,question,tree,text,points,max",
            f"{sids[3]},minimax,,Names that tell,,",
            f"{sids[4]},minimax,,Copied comments,-0.5,",
            *(f"{sid},essay,,,{place},10" for place, sid in enumerate(sids)),
        ],
        "requests.csv": [
            "sid,question,text,state",
            f"{sids[0]},minimax,Why?,open",
            f"{sids[5]},,Is that all?,answered",
        ],
    }
