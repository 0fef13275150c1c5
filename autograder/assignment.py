"""An assignment: the questions, the trees each is asked on, what each facet earns."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from autograder.limits import Limits
from autograder.trees import GameTree

FACETS = ("value", "action", "visits", "search_visits")
VISIBLE = "visible"
VISIBILITIES = (VISIBLE, "hidden", "after_due_date", "after_published")
TIES = ("any", "first")
BUDGET = 480.0  # seconds; Gradescope gives 600 unless told otherwise


@dataclass(frozen=True, slots=True)
class Question:
    """One algorithm to be graded.

    `conventions` are the right ways that the answers record, the reference's own
    first; those in `accept` earn full marks. `arguments` stand behind game and
    state in the calls of `max_value` and `min_value`.
    """

    name: str
    module: str
    search: str
    arguments: tuple[str, ...] = ()
    conventions: tuple[str, ...] = ("textbook",)
    accept: tuple[str, ...] = ("textbook",)
    ties: str = "any"
    points: tuple[tuple[str, float], ...] = ()
    limits: Limits = field(default_factory=Limits)

    def max_points(self) -> float:
        """What one tree of this question can earn."""
        return sum(points for _, points in self.points)


@dataclass(frozen=True, slots=True)
class Case:
    """One test: a question asked on a tree. `tree_name` is its path, no ending."""

    question: Question
    tree_name: str
    tree: GameTree
    visibility: str

    @property
    def name(self) -> str:
        """The name by which people know the test."""
        return f"{self.question.name} · {self.tree_name}"


@dataclass(frozen=True, slots=True)
class Assignment:
    """All tests of a folder, in order; `budget` is the seconds they may take."""

    folder: Path
    title: str
    cases: tuple[Case, ...]
    budget: float

    def max_points(self) -> float:
        """What a perfect submission earns."""
        return sum(case.question.max_points() for case in self.cases)

    def trees(self) -> dict[str, GameTree]:
        """Every tree once, by name."""
        return {case.tree_name: case.tree for case in self.cases}

    def questions_on(self, tree_name: str) -> tuple[Question, ...]:
        """The questions asked on a tree."""
        return tuple(c.question for c in self.cases if c.tree_name == tree_name)

    def modules(self) -> tuple[str, ...]:
        """The modules that a submission is asked for."""
        return tuple(dict.fromkeys(case.question.module for case in self.cases))
