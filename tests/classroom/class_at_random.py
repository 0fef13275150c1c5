"""A class of any size, made by chance, the same each time: for the eye, and for sizes.

`python -m tests.classroom.class_at_random FILE` writes its page.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random

from autograder.classroom.course import (
    FAULT,
    GRADED,
    NO_SUBMISSION,
    Course,
    Graded,
    QuestionRow,
    Student,
    StudentRow,
    TestRow,
    TreeRow,
)
from autograder.classroom.page import classpage
from autograder.drawing import outline
from autograder.files import write_text
from autograder.trees import file as treefile
from tests.small import ROOT

FIRST = ("Ada", "Noor", "Wei", "José", "Zoë", "Imani", "Lars", "Yuki", "Olga", "Tarek")
LAST = ("Lovelace", "Haddad", "Zhang", "Muñoz", "Okafor", "Berg", "Sato", "Petrova")
QUESTIONS = {"minimax": 40.0, "alpha_beta": 60.0}
WORTH = {"minimax": 4.0, "alpha_beta": 6.0}
TREES = (
    "lectures/aima_fig_5_2",
    "lectures/cs188_minimax",
    "lectures/cs188_pruning",
    "lectures/greenwald_coins",
    "mistakes/all_negative",
    "mistakes/deep_cutoff",
    "mistakes/tie_at_min_cut",
    "mistakes/wide_and_flat",
    "hidden/terminals_everywhere",
    "nim/normal_1_3",
)


@dataclass(frozen=True, slots=True)
class Habit:
    """What one does: how likely each tree is failed, and what then comes back."""

    weight: int
    fails: float
    returns: str
    verdict: str = "wrong_value"
    diagnosis: str = ""
    title: str = ""


HABITS = (
    Habit(120, 0.0, ""),
    Habit(30, 0.8, "inf", diagnosis="min_maximises", title="MIN maximises as MAX does"),
    Habit(25, 0.6, "0", diagnosis="zero", title="A value of 0 counts as none"),
    Habit(20, 0.5, "-10000", diagnosis="sentinel", title="±10000 stands for infinity"),
    Habit(15, 0.4, "2"),
    Habit(12, 1.0, "RecursionError", "crashed"),
    Habit(9, 0.9, "None", "wrong_type"),
    Habit(7, 1.0, "time", "timed_out"),
    Habit(6, 1.0, "SyntaxError", "crashed"),
    Habit(5, 1.0, "", "not_filled_in"),
    Habit(25, 0.3, "?"),
)
TOLD = (
    "Some lines on the mistake, which say why this is not the algorithm.\n\n"
    "In which line of your code does that happen?\n"
    "All 10 trees are right with it."
)


def trees() -> Mapping[str, TreeRow]:
    """Ten trees of the default assignment."""
    found = {
        name: treefile.load(ROOT / "test_trees" / f"{name}.yaml") for name in TREES
    }
    return {
        name: TreeRow(name, tree.title, len(tree.nodes), outline.outline_text(tree))
        for name, tree in found.items()
    }


def course(students: int = 300, seed: int = 1) -> Course:
    """So many students, a few in groups, a few without a submission or a grade."""
    chance = Random(seed)  # noqa: S311 - to be the same each time
    rows = tuple(_row(place, chance) for place in range(students))
    return Course("Minimax and alpha-beta", "gradescope", QUESTIONS, trees(), rows)


def _row(place: int, chance: Random) -> StudentRow:
    sid = f"{4_000_000 + 37 * place}"
    name = f"{FIRST[place % 10]} {chance.choice('ABCDEFGHIJKLMN')}. {LAST[place % 8]}"
    student = Student(name, sid, f"s{sid}@campus.example", f"{90_000 + place}")
    luck = chance.random()
    if luck < 0.04:
        return StudentRow(student, NO_SUBMISSION)
    named = f"submission_{7_000_000 + 13 * place}"
    if luck < 0.05:
        broken = Graded(None, 100.0, fault="the tree file could not be read")
        return StudentRow(student, FAULT, named, graded=broken)
    graded = _graded(chance)
    return StudentRow(
        student,
        GRADED,
        named,
        points=graded.points,
        most=100.0,
        by_question={each.name: each.points for each in graded.questions},
        graded=graded,
    )


def _graded(chance: Random) -> Graded:
    weights = [habit.weight for habit in HABITS]
    habits = chance.choices(HABITS, weights, k=2)
    if chance.random() < 0.5:  # who knows one mostly knows both
        habits[1] = habits[0]
    tests: list[TestRow] = []
    questions: list[QuestionRow] = []
    for question, habit in zip(QUESTIONS, habits, strict=True):
        own = list(_tests(question, habit, chance))
        tests += own
        earned = sum(test.points or 0.0 for test in own)
        questions.append(
            QuestionRow(
                name=question,
                points=earned,
                most=QUESTIONS[question],
                convention="" if habit.fails else chance.choice(("equality", "strict")),
                diagnosis=habit.diagnosis,
                title=habit.title,
                explanation=TOLD if habit.diagnosis else "",
            )
        )
    total = sum(each.points or 0.0 for each in questions)
    return Graded(total, 100.0, tuple(questions), tuple(tests))


def _tests(question: str, habit: Habit, chance: Random) -> Iterator[TestRow]:
    own = chance if habit.returns == "?" else Random(f"{habit} {question}")  # noqa: S311
    for place, tree in enumerate(TREES):
        passed = own.random() >= habit.fails
        back = str(own.randint(-9, 9)) if habit.returns == "?" else habit.returns
        yield TestRow(
            question=question,
            tree=tree,
            points=WORTH[question] if passed else 0.0,
            most=WORTH[question],
            passed=passed,
            verdict="correct" if passed else habit.verdict,
            behaviour=str(place) if passed else back,
        )


if __name__ == "__main__":
    write_text(Path(sys.argv[1]), classpage.class_page_html(course()))
