"""Trees that no submission has met, with their answers: a few of a question's form.

A file a question, `answers/NAME.unseen.json`, which students never get. A grading asks
for them beside its tests and gives no points: who is right on all visible trees and
wrong here has a table of those, or a fault that they do not show.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

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
    content = [
        {
            "tree": explicit.dump(each.tree).splitlines(),
            "answers": json.loads(answers.dump(each.answers)),
        }
        for each in unseen
    ]
    numbered = {str(place): each for place, each in enumerate(content, start=1)}
    return answers.indented(numbered, "\n") + "\n"


def load(assignment: Assignment, question: Question) -> tuple[Unseen, ...]:
    """Those of a question; none where the file is not, as with students.

    Raises UntoldError for a file that holds something else.
    """
    path = path_of(assignment, question.name)
    try:
        content = json.loads(content_of(path).decode())
        unseen = tuple(_unseen(each) for each in content.values())
        complete = all(_has_all(each.answers, question) for each in unseen)
    except FileNotFoundError:
        return ()
    except (OSError, AutograderError, *BROKEN, answers.StaleError):
        complete = False
    if not complete:
        raise UntoldError(f"{path}: {answers.STALE}; {REMEDY}")
    return unseen


def _unseen(content: dict[str, object]) -> Unseen:
    lines = content["tree"]
    if not isinstance(lines, list):
        raise TypeError
    tree = treefile.parse("\n".join(map(str, lines)))
    return Unseen(tree, answers.parse(json.dumps(content["answers"]), tree))


def _has_all(right: Answers, question: Question) -> bool:
    return set(question.conventions) <= right.questions.get(question.name, {}).keys()
