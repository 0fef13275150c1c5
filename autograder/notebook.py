"""Notebooks and the REPL: games to ask, grading, and trees and tests as pictures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from html import escape
from pathlib import Path
from typing import Any

from autograder.answers import file as answers
from autograder.answers.board import game_root_and_visits
from autograder.assignment import selection
from autograder.assignment.questions import is_told
from autograder.drawing import outline, picture
from autograder.game import Game, State, Value
from autograder.grading.grading import opened_grading
from autograder.grading.session import Wanted, grade_fully
from autograder.kinds.all import load
from autograder.kinds.kind import Replays
from autograder.kinds.playouts import computing
from autograder.kinds.playouts import words as playouts
from autograder.kinds.playouts.computing import Seat
from autograder.kinds.playouts.question import PlayoutTest
from autograder.kinds.search import signatures
from autograder.project import PROJECT
from autograder.report.entries import Entry
from autograder.report.gradebook import Gradebook
from autograder.sandbox.sandbox import Sandbox
from autograder.text import wrapped
from autograder.trees import file as treefile
from autograder.trees.tree import GameTree

ANEW = "a game counts its playouts: explore anew before each search"


class DrawnTree(GameTree):
    """A tree that shows itself as a picture at the end of a cell."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return picture.svg(self)


def tree(path: str | Path) -> DrawnTree:
    """The tree of a file; FileProblems tells what is wrong with it."""
    return _drawn(treefile.load(Path(path)))


def _drawn(plain: GameTree) -> DrawnTree:
    return DrawnTree(*(getattr(plain, field.name) for field in fields(plain)))


@dataclass(frozen=True, slots=True, repr=False)
class Explored:
    """A game in this process, to be asked from its root, beside what is right on it.

    The `value` and the `visits` are those of a right search, the first where several
    are; of a search by playouts it is the `action` and the nodes of the `playouts`.
    None and () where students are not told.

    A game counts its playouts: each search by playouts needs one of its own, to be
    explored anew.
    """

    game: Game
    root: State
    tree: DrawnTree
    value: Value | None = None
    visits: tuple[str, ...] = ()
    action: str | None = None
    playouts: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[Any]:
        """Game and root, to be unpacked."""
        return iter((self.game, self.root))

    def __repr__(self) -> str:
        """The tree, and what is right below it."""
        return "\n\n".join(
            filter(None, (outline.outline_text(self.tree), self._right()))
        )

    def _repr_html_(self) -> str:
        return f"{self.tree._repr_svg_()}<pre>{escape(self._right())}</pre>"

    def _right(self) -> str:
        lines: tuple[str, ...] = ()
        if self.action is not None:
            lines = (*playouts.expected_texts(self.action, self.playouts), ANEW)
        elif self.value is not None:
            visits = f"expected visits: {', '.join(self.visits)}"
            lines = (f"expected value: {self.value}", visits)
        return "\n".join(
            line for each in lines for line in wrapped(each, outline.WIDTH)
        )


def explore(
    name: str,
    question: str | None = None,
    assignment: str | Path = PROJECT / "test_trees",
) -> Explored:
    """The game on a tree, which goes by its name in the table, and what is right there.

    That is told of the `question`, or of the first of which students are told.
    Raises AssignmentError where no tree has the name, or several have it.
    """
    whole = signatures.load(load(Path(assignment)))
    asked = selection.tests_named(
        [*selection.tests_on_trees(selection.only_selected(whole, question, None))],
        name,
    )
    case = next(filter(is_told, asked), asked[0])
    drawn = _drawn(case.tree)
    if isinstance(case, PlayoutTest):  # in whose game each search begins anew
        seat = Seat(case.tree, apart=case.question.has_distinct_states)
        if not is_told(case):
            return Explored(seat.game, seat.root, drawn)
        due, labels = computing.right_playouts(case.tree), case.tree.labels()
        played = tuple(labels[index] for index in due.playouts)
        return Explored(seat.game, seat.root, drawn, action=due.action, playouts=played)
    game, root, _ = game_root_and_visits(case.tree)
    if not is_told(case):
        return Explored(game, root, drawn)
    every = answers.load(whole, case.tree_name).questions[case.question.name]
    right = every[case.question.accept[0]]
    return Explored(game, root, drawn, right.value, right.visited_labels())


def grade(
    submission: str | Path,
    question: str | None = None,
    trees: str | None = None,
    assignment: str | Path = PROJECT / "test_trees",
) -> tuple[Entry, ...]:
    """The tests of a submission, each of which shows itself at the end of a cell.

    `question` and `trees` choose, as --question and --tree do. Raises AssignmentError
    for what is not there, GraderError where nothing can be run.
    """
    folder = Path(submission)
    with Sandbox() as sandbox:  # before any tree or answer is loaded
        chosen = selection.only_selected(load(Path(assignment)), question, trees)
        chosen = selection.assignment_for_file(chosen, folder)
        gradebook = Gradebook(None)
        grading = opened_grading(
            chosen, folder, sandbox, gradebook.report, trusted=False
        )
        grade_fully(grading, gradebook, Wanted(replays=Replays.ALL, searches=False))
    return gradebook.report.all()
