"""How good a question's trees are: which misconceptions each of them shows.

A misconception is caught by a tree where its value, its action or the nodes it visits
are not accepted there. Two are told apart where one of these three differs, be it
accepted or not: this is what a diagnosis compares.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from autograder.answers import trusted
from autograder.answers.file import Answers
from autograder.answers.reading import placed, signed
from autograder.assignment.questions import VISIBLE, Assignment, Case, Question
from autograder.errors import AssignmentError
from autograder.judging.compare import judge
from autograder.judging.observation import Observed
from autograder.judging.verdicts import Verdict
from autograder.project import REFERENCE
from autograder.teaching import misconceptions
from autograder.teaching.catalogue import Behaviour, behaviour_of
from autograder.teaching.misconceptions import Mistaken
from autograder.trees.tree import GameTree

FACETS = (("value", 1.0), ("action", 1.0), ("visits", 1.0))

Names = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """What each misconception does on a tree, and the verdict on it, in their order.

    `visible` says whether students see the test at once.
    """

    name: str
    tree: GameTree
    behaviours: tuple[Behaviour, ...]
    verdicts: tuple[Verdict, ...]
    visible: bool = True

    def caught(self) -> tuple[bool, ...]:
        """Of each misconception, whether this tree catches it."""
        return tuple(verdict is not Verdict.CORRECT for verdict in self.verdicts)


@dataclass(frozen=True, slots=True)
class Matrix:
    """The misconceptions of a question, by name, on its trees."""

    question: Question
    known: tuple[Mistaken, ...]
    columns: tuple[Column, ...]

    def uncaught(self) -> Names:
        """The misconceptions that no tree catches."""
        caught = [column.caught() for column in self.columns]
        return tuple(
            mistaken.name
            for row, mistaken in enumerate(self.known)
            if not any(found[row] for found in caught)
        )

    def groups(self) -> tuple[Names, ...]:
        """The misconceptions, those together that no tree tells apart."""
        found: dict[tuple[Behaviour, ...], list[str]] = {}
        for row, mistaken in enumerate(self.known):
            key = tuple(column.behaviours[row] for column in self.columns)
            found.setdefault(key, []).append(mistaken.name)
        return tuple(map(tuple, found.values()))

    def alike(self) -> tuple[Names, ...]:
        """The groups of which nothing tells the members apart."""
        return tuple(group for group in self.groups() if len(group) > 1)

    def told_apart(self) -> int:
        """How many misconceptions do what no other does."""
        return len(self.known) - sum(map(len, self.alike()))

    def on_visible(self) -> Matrix:
        """The same on the trees of which a student's diagnosis is made."""
        left = tuple(column for column in self.columns if column.visible)
        return replace(self, columns=left)

    def pairs(self) -> tuple[int, int]:
        """How many pairs are told apart, and how many pairs there are."""
        alike = sum(_pairs(len(group)) for group in self.alike())
        every = _pairs(len(self.known))
        return every - alike, every

    def caught_only_by(self, tree: str) -> Names:
        """The misconceptions that this tree catches and no other."""
        rest = self.without(tree).uncaught()
        missed = self.uncaught()
        return tuple(name for name in rest if name not in missed)

    def idle(self) -> Names:
        """The trees that add nothing: without one, all else says the same."""
        said = self.said()
        names = [column.name for column in self.columns]
        return tuple(name for name in names if self.without(name).said() == said)

    def thinned(self, trees: Names) -> Matrix:
        """Without those of these trees that add nothing, one after the other."""
        left, said = self, self.said()
        for name in trees:
            fewer = left.without(name)
            left = fewer if fewer.said() == said else left
        return left

    def without(self, tree: str) -> Matrix:
        """The same without a tree."""
        left = tuple(column for column in self.columns if column.name != tree)
        return replace(self, columns=left)

    def said(self) -> tuple[Names, tuple[Names, ...]]:
        """What is not caught, and what is not told apart, by which trees compare."""
        return self.uncaught(), self.groups()


def _pairs(count: int) -> int:
    return count * (count - 1) // 2


def matrices(assignment: Assignment) -> Iterator[Matrix]:
    """The matrix of each question, in order; one without misconceptions is empty.

    Raises AssignmentError where there is no reference, and FileProblems where that is
    not right on a tree itself.
    """
    if not REFERENCE.is_dir():
        raise AssignmentError(
            f"{REFERENCE}: there is no such folder; the trees are judged by the "
            "misconceptions in it, so do this in the whole project"
        )
    for each in assignment.questions():
        known = misconceptions.of_module(each.module)
        asked = tuple(c for c in assignment.cases if c.question.name == each.name)
        part = signed(replace(assignment, cases=asked if known else ()))
        columns = tuple(_column(part, case, known) for case in part.cases)
        (question,) = part.questions() or (each,)
        yield Matrix(question, known, columns)


def _column(assignment: Assignment, case: Case, known: tuple[Mistaken, ...]) -> Column:
    with placed(assignment, case.tree_name):
        made = column(case.question, case.tree_name, case.tree, known)
    return replace(made, visible=case.visibility == VISIBLE)


def column(
    question: Question, name: str, tree: GameTree, known: tuple[Mistaken, ...]
) -> Column:
    """Run misconceptions on a tree."""
    answers = trusted.compute(tree, (question,))
    seen = [mistaken.on(question, tree) for mistaken in known]
    return Column(
        name,
        tree,
        tuple(behaviour_of(observed, tree) for observed in seen),
        tuple(verdict(question, tree, answers, observed) for observed in seen),
    )


def verdict(
    question: Question, tree: GameTree, answers: Answers, observed: Observed
) -> Verdict:
    """The verdict on value, action and visits, whichever of them earn points."""
    case = Case(replace(question, points=FACETS), "", tree, VISIBLE)
    return judge(case, answers, observed).verdict
