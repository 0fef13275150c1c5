"""Trees that no submission has met, with their answers: a few of a question's form.

A file a question, `answers/NAME.unseen.json`, which students never get. A grading asks
for them beside its tests and gives no points: who is right on all visible trees and
wrong here has a table of those, or a fault that they do not show. A search by playouts
has such trees in a file of the same name, and a table has rows.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from autograder.answers import file as answers
from autograder.answers.file import BROKEN, REMEDY, Answers
from autograder.assignment.points import free
from autograder.assignment.questions import OF_ANY_TREE, Assignment, Case, Question
from autograder.errors import AutograderError, UntoldError
from autograder.files import content_of
from autograder.trees import explicit
from autograder.trees import file as treefile
from autograder.trees.tree import GameTree

SUFFIX = ".unseen.json"
NAME = "unseen"  # of a tree that has no file
Read = TypeVar("Read")


@dataclass(frozen=True, slots=True)
class Unseen:
    """A tree, and what is right on it."""

    tree: GameTree
    answers: Answers

    def case(self, question: Question) -> Case:
        """The test of it, for no points: no more than values, actions and visits."""
        facets = tuple(facet for facet in question.facets if facet in OF_ANY_TREE)
        asked = replace(question, facets=facets)
        return Case(asked, NAME, self.tree, points=free(facets))


def path_of(assignment: Assignment, question: str) -> Path:
    """Where those of a question stand."""
    return assignment.folder / answers.FOLDER / f"{question}{SUFFIX}"


def dump(unseen: Sequence[Unseen]) -> str:
    """The trees as files, a line in a line, each with its answers."""
    return numbered(
        {
            "tree": explicit.dump(each.tree).splitlines(),
            "answers": json.loads(answers.dump(each.answers)),
        }
        for each in unseen
    )


def numbered(content: Iterable[dict[str, Any]]) -> str:
    """A file of what is unseen, each by its number."""
    rows = {str(place): each for place, each in enumerate(content, start=1)}
    return answers.indented(rows, "\n") + "\n"


def load(assignment: Assignment, question: Question) -> tuple[Unseen, ...]:
    """Those of a question; none where the file is not, as with students.

    Raises UntoldError for a file that holds something else.
    """

    def read(content: Any) -> Unseen:
        tree = tree_of(content)
        right = answers.parse(json.dumps(content["answers"]), tree)
        if not {*question.conventions} <= right.questions[question.name].keys():
            raise answers.StaleError
        return Unseen(tree, right)

    return load_with(read, assignment, question.name)


def load_with(
    read: Callable[[Any], Read], assignment: Assignment, question: str
) -> tuple[Read, ...]:
    """What a question's file holds, each as it is `read`; likewise."""
    path = path_of(assignment, question)
    try:
        content = json.loads(content_of(path).decode())
        return tuple(map(read, content.values()))
    except FileNotFoundError:
        return ()
    except (OSError, AutograderError, *BROKEN, answers.StaleError):
        raise UntoldError(f"{path}: {answers.STALE}; {REMEDY}") from None


def tree_of(content: Any) -> GameTree:
    """The tree of one of them."""
    lines = content["tree"]
    if not isinstance(lines, list):
        raise TypeError
    return treefile.parse("\n".join(map(str, lines)))
