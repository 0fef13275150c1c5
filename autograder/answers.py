"""The answers of a tree: what trusted submissions observed on it, as a checked-in file.

One JSON file a tree below `answers/`; a change of any answer is seen in review.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from autograder.assignment import Assignment
from autograder.errors import AssignmentError
from autograder.game import Number

FOLDER = "answers"
BROKEN = (ValueError, LookupError, TypeError, AttributeError, RecursionError)
REMEDY = "run `python -m autograder answers`"

Visit = tuple[Any, ...]  # label, or label, α, β


@dataclass(frozen=True, slots=True)
class Answer:
    """What one convention does on a tree; visits in order, with (α, β) where known."""

    value: Number
    action: str | None
    visits: tuple[Visit, ...]
    search_visits: tuple[Visit, ...]

    def visited(self) -> tuple[str, ...]:
        """Labels in the order of the visits from which the value comes."""
        return tuple(visit[0] for visit in self.visits)

    def search_visited(self) -> tuple[str, ...]:
        """Labels in the order of the search function's own visits."""
        return tuple(visit[0] for visit in self.search_visits)


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers on one tree, by question and convention.

    `values` is the exact minimax value of each node, by label.
    """

    fingerprint: str
    values: dict[str, Number]
    best_actions: tuple[str, ...]
    questions: dict[str, dict[str, Answer]]


def path_of(assignment: Assignment, name: str) -> Path:
    """Where the answers on a tree stand."""
    return assignment.folder / FOLDER / f"{name}.json"


def load(assignment: Assignment, name: str) -> Answers:
    """The answers on a tree; AssignmentError if they are absent or of another tree."""
    path, tree = path_of(assignment, name), assignment.trees()[name]
    try:
        answers = parse(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise AssignmentError(f"{path}: there are no answers; {REMEDY}") from None
    except OSError as fault:
        found = f"cannot be read ({fault.strerror})"
        raise AssignmentError(f"{path}: {found}; {REMEDY}") from None
    except BROKEN as fault:
        found = f"not a file of answers ({type(fault).__name__}: {fault})"
        raise AssignmentError(f"{path}: {found}; {REMEDY}") from None
    complete = set(tree.labels()) <= answers.values.keys() and all(
        set(question.conventions) <= set(answers.questions.get(question.name, ()))
        for question in assignment.questions_on(name)
    )
    if answers.fingerprint != tree.fingerprint() or not complete:
        raise AssignmentError(f"{path}: these are stale; {REMEDY}")
    return answers


def dump(answers: Answers) -> str:
    """The answers as a readable file: a value, a visit and a key in a line each."""
    return _text(_encoded(asdict(answers)), "\n") + "\n"


def _text(value: Any, line: str) -> str:
    """Indented JSON in which a list of numbers and texts takes one line."""
    inner = f"{line} "
    if isinstance(value, dict) and value:
        rows = [f"{_text(k, inner)}: {_text(v, inner)}" for k, v in value.items()]
        return f"{{{inner}{f',{inner}'.join(rows)}{line}}}"
    if isinstance(value, list) and any(isinstance(item, list) for item in value):
        rows = [_text(item, inner) for item in value]
        return f"[{inner}{f',{inner}'.join(rows)}{line}]"
    return json.dumps(value, ensure_ascii=False)


def _encoded(value: Any) -> Any:
    """JSON has no infinity; it stands as the text "inf" or "-inf"."""
    if isinstance(value, dict):
        return {key: _encoded(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_encoded(item) for item in value]
    return str(value) if value in (float("inf"), float("-inf")) else value


def parse(text: str) -> Answers:
    """The answers of a file's text; one of BROKEN is raised if it holds none."""
    content = json.loads(text)
    return Answers(
        str(content["fingerprint"]),
        dict(content["values"]),
        tuple(content["best_actions"]),
        {
            question: {name: _answer(found) for name, found in conventions.items()}
            for question, conventions in content["questions"].items()
        },
    )


def _answer(content: dict[str, Any]) -> Answer:
    return Answer(
        _number(content["value"]),
        content["action"],
        tuple(map(_visit, content["visits"])),
        tuple(map(_visit, content["search_visits"])),
    )


def _visit(row: list[Any]) -> Visit:
    return (str(row[0]), *map(_number, row[1:]))


def _number(value: Any) -> Number:
    number: Number = float(value) if isinstance(value, str) else value
    return number
