"""The answers of a tree: what trusted submissions observed on it, as a checked-in file.

One JSON file a tree. Conventions that do the same stand together. The file of a large
tree has no values, which the tree tells, and its visits by number, in runs.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from autograder.assignment.questions import (
    OF_ANY_TREE,
    AnyQuestion,
    AnyTest,
    Assignment,
    Case,
    Question,
    unpaid_facets,
)
from autograder.assignment.signature import Argument, Fresh, argument_of, json_arguments
from autograder.errors import AutograderError, UntoldError
from autograder.files import content_of
from autograder.game import Number, Value
from autograder.project import answers_command
from autograder.text import clean
from autograder.trees import explicit, rules
from autograder.trees import file as treefile
from autograder.trees.tree import GameTree, numbers_of_runs, runs_text
from autograder.trees.values import best_actions, exact_values

FOLDER = rules.FOLDER
DRAW_FILE = "secret"  # each course writes its own
BROKEN = (
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    OverflowError,
    RecursionError,
)
INFINITE = ("inf", "-inf")  # JSON has none
REASON = 200  # characters of what is wrong with a file
LARGE = 10_000  # nodes; a line for each is read by nobody
SAME = " | "  # parts the names of conventions that do the same
STALE = "these are stale"

Kind = TypeVar("Kind")
Test = TypeVar("Test", bound=AnyTest)
Visit = tuple[Any, ...]  # label, or label, α, β
End = tuple[str | None, tuple[str, ...]]  # what a search takes, and visits for it


@dataclass(frozen=True)
class Answer:
    """What one convention does on a tree; visits in order, with (α, β) where known.

    `alone` has, by function, calls: a label, and the arguments behind game and state.
    """

    value: Value
    action: str | None
    visits: tuple[Visit, ...]
    search_visits: tuple[Visit, ...]
    alone: Mapping[str, tuple[Visit, ...]] = field(default_factory=dict)
    ties: tuple[End, ...] = ()  # other ends

    def visited_labels(self) -> tuple[str, ...]:
        """Labels in the order of the visits from which the value comes."""
        return self._labels[0]

    def labels_visited_by_search(self) -> tuple[str, ...]:
        """Labels in the order of the search function's own visits."""
        return self._labels[1]

    def possible_ends(self) -> tuple[End, ...]:
        """Each action that its search may take, with the labels visited for it."""
        return (self.action, self.labels_visited_by_search()), *self.ties

    @cached_property
    def _labels(self) -> tuple[tuple[str, ...], ...]:
        visits = self.visits, self.search_visits
        return tuple(tuple([visit[0] for visit in each]) for each in visits)


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers on one tree, by question and convention."""

    fingerprint: str
    values: Mapping[str, Value]  # exact, by label, in the tree searched
    best_actions: tuple[str, ...]
    questions: dict[str, dict[str, Answer]]


def distinct_answers(recorded: Iterable[Answer]) -> tuple[Answer, ...]:
    """Each answer once: conventions that do the same share theirs."""
    return tuple({id(answer): answer for answer in recorded}.values())


class StaleError(Exception):
    """Answers to something else than what the assignment asks today."""


def path_of(assignment: Assignment, name: str) -> Path:
    """Where the answers on a tree stand."""
    return assignment.folder / FOLDER / f"{name}.json"


def secret_path(assignment: Assignment) -> Path:
    """Where the text stands from which nobody can tell what is asked again."""
    return assignment.folder / FOLDER / DRAW_FILE


def answers_path(assignment: Assignment, question: AnyQuestion) -> Path:
    """Where the answers to a question stand that has one file of them."""
    return assignment.folder / FOLDER / f"{question.name}.{question.kind}.json"


def grouped_tests(
    assignment: Assignment, kind: type[Test]
) -> dict[str, tuple[Test, ...]]:
    """The tests of one kind, by their question's name."""
    groups: dict[str, list[Test]] = {}
    for test in assignment.tests:
        if isinstance(test, kind):
            groups.setdefault(test.question.name, []).append(test)
    return {name: tuple(tests) for name, tests in groups.items()}


def parsed_file(path: Path, parse: Callable[[str], Kind]) -> Kind:
    """What a file of answers holds; UntoldError if there is none, or it is stale."""
    try:
        return parse(content_of(path).decode())
    except FileNotFoundError:
        problem = "there are no answers"
    except OSError as fault:
        problem = f"cannot be read ({fault.strerror})"
    except StaleError:
        problem = STALE
    except BROKEN as fault:
        reason = clean(f"{type(fault).__name__}: {fault}", REASON)
        problem = f"not answers, or those of another version ({reason})"
    raise UntoldError(f"{path}: {problem}; run `{_remedy(path)}`")


def answers_parsed_by(
    parse: Callable[[str, Sequence[Test]], Kind],
    assignment: Assignment,
    tests: Sequence[Test],
) -> Kind:
    """The answers to one question; UntoldError if absent, or to other tests."""
    path = answers_path(assignment, tests[0].question)
    return parsed_file(path, lambda text: parse(text, tests))


def _remedy(path: Path) -> str:
    """What writes a file of answers anew."""
    tops = (folder.parent for folder in path.parents if folder.name == FOLDER)
    return answers_command(next(tops, path.parent))


def load(assignment: Assignment, name: str) -> Answers:
    """The answers on a tree; UntoldError if they are absent or of another tree."""
    path, tree = path_of(assignment, name), assignment.trees()[name]
    answers = parsed_file(path, lambda text: parse(text, tree))
    asked = {question.name: question for question in assignment.questions_on(name)}
    complete = all(
        _is_complete(answers.questions.get(question.name, {}), question)
        for question in asked.values()
    )
    if not complete or not _fit(answers, tree):
        raise UntoldError(f"{path}: {STALE}; run `{_remedy(path)}`")
    in_order = {  # in which the questions name their conventions
        name: {each: by_name[each] for each in asked[name].conventions}
        if name in asked
        else by_name
        for name, by_name in answers.questions.items()
    }
    return replace(answers, questions=in_order)


def _is_complete(answers: Mapping[str, Answer], question: Question) -> bool:
    """Whether there is each convention, and each function that is judged alone."""
    return set(question.conventions) <= answers.keys() and all(
        set(question.functions()) <= answers[name].alone.keys()
        for name in question.accept
    )


def _fit(answers: Answers, tree: GameTree) -> bool:
    """Whether the answers can be those on this tree: they speak of its nodes alone."""
    labels, values = tree.labels(), answers.values
    if set(labels) != values.keys():
        return False
    if not all(_is_of(tree, value) for value in values.values()):
        return False
    actions, best = tree.root_actions(), best_actions(tree, values)
    recorded = distinct_answers(
        a for found in answers.questions.values() for a in found.values()
    )
    return best == answers.best_actions and all(
        {action for action, _ in answer.possible_ends()} <= {*actions, None}
        and _is_of(tree, answer.value)
        and values.keys()
        >= {*answer.visited_labels()}.union(*[v for _, v in answer.possible_ends()])
        and values.keys()
        >= {call[0] for calls in answer.alone.values() for call in calls}
        for answer in recorded
    )


def _is_of(tree: GameTree, value: Value) -> bool:
    """Whether a value is a number, or where players have names one for each."""
    if isinstance(value, tuple):
        return tree.has_vectors and len(value) == len(tree.players)
    return not tree.has_vectors


def dump(answers: Answers) -> str:
    """The answers as a readable file: a value, a visit and a key in a line each."""
    is_large = len(answers.values) > LARGE
    number = {label: index for index, label in enumerate(answers.values)}
    content = {
        "fingerprint": answers.fingerprint,
        **({} if is_large else {"values": answers.values}),
        "best_actions": answers.best_actions,
        "questions": {
            question: {
                SAME.join(names): _in_json(answer, number if is_large else None)
                for names, answer in _together(by_name)
            }
            for question, by_name in answers.questions.items()
        },
    }
    return indented_json(_encoded(content), "\n") + "\n"


def _together(by_name: Mapping[str, Answer]) -> Iterator[tuple[list[str], Answer]]:
    """The conventions that do the same, and what they do."""
    groups: list[tuple[list[str], Answer]] = []
    for name, answer in by_name.items():
        names = next((names for names, known in groups if known == answer), None)
        if names is None:
            groups.append(([name], answer))
        else:
            names.append(name)
    return iter(groups)


def _in_json(answer: Answer, number: Mapping[str, int] | None) -> dict[str, Any]:
    """An answer as its file has it; on a large tree visits are nodes' numbers."""
    is_large = number is not None
    content = asdict(
        replace(answer, visits=(), search_visits=()) if is_large else answer
    )
    if not answer.ties:
        del content["ties"]
    if number is not None:
        content["visits"] = runs_text(
            number[label] for label in answer.visited_labels()
        )
        visited = (number[label] for label in answer.labels_visited_by_search())
        content["search_visits"] = runs_text(visited)
    return content


def indented_json(value: Any, line: str) -> str:
    """Indented JSON in which a list of numbers and texts takes one line."""
    inner = f"{line} "
    if isinstance(value, dict) and value:
        rows = [
            f"{indented_json(k, inner)}: {indented_json(v, inner)}"
            for k, v in value.items()
        ]
        return f"{{{inner}{f',{inner}'.join(rows)}{line}}}"
    if isinstance(value, list) and any(isinstance(item, list) for item in value):
        rows = [indented_json(item, inner) for item in value]
        return f"[{inner}{f',{inner}'.join(rows)}{line}]"
    return json.dumps(value, ensure_ascii=False)


def _encoded(value: Any) -> Any:
    """JSON has no infinity; it stands as the text "inf" or "-inf"."""
    if isinstance(value, dict):
        return {key: _encoded(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_encoded(item) for item in value]
    if isinstance(value, Fresh):
        return json_arguments([value])[0]
    return str(value) if value in (float("inf"), float("-inf")) else value


def parse(text: str, tree: GameTree) -> Answers:
    """The answers on a `tree`; StaleError if on another, one of BROKEN if none."""
    content = json.loads(text)
    if _of_type(str, content["fingerprint"]) != tree.fingerprint():
        raise StaleError
    told = "values" in content
    values = _of_type(dict, content["values"]) if told else exact_values(tree)
    best_actions = _of_type(list, content["best_actions"])
    return Answers(
        content["fingerprint"],
        {label: _value(value) for label, value in values.items()},
        tuple(_of_type(str, label) for label in best_actions),
        {
            question: {
                name: answer
                for names, found in by_name.items()
                for answer in [_answer(found, tree)]
                for name in names.split(SAME)
            }
            for question, by_name in content["questions"].items()
        },
    )


def _answer(content: dict[str, Any], tree: GameTree) -> Answer:
    action = content["action"]
    return Answer(
        value=_value(content["value"]),
        action=None if action is None else _of_type(str, action),
        visits=_visits(content["visits"], tree),
        search_visits=_visits(content["search_visits"], tree),
        alone={
            function: tuple(map(_call, _of_type(list, calls)))
            for function, calls in _of_type(dict, content["alone"]).items()
        },
        ties=tuple(
            (_of_type(str, other), tuple(_of_type(str, label) for label in visited))
            for other, visited in _of_type(list, content.get("ties", []))
        ),
    )


def _visits(content: Any, tree: GameTree) -> tuple[Visit, ...]:
    """A row a visit, or the numbers of nodes in runs."""
    if isinstance(content, str):
        found = numbers_of_runs(content, len(tree.nodes))
        return tuple([(tree.nodes[index].label,) for index in found])
    return tuple(map(_visit, _of_type(list, content)))


def _visit(row: Any) -> Visit:
    if len(_of_type(list, row)) == 3:
        label, alpha, beta = row
        return _of_type(str, label), _number(alpha), _number(beta)
    if len(row) != 1:
        raise ValueError(f"expected a label, or a label, α and β; found {row!r:.50}")
    return (_of_type(str, row[0]),)


def _call(row: Any) -> Visit:
    """A label, and arguments: numbers, texts such as a player's name, `{}`, `[]`."""
    label, *arguments = _of_type(list, row)
    return _of_type(str, label), *map(_argument, arguments)


def _argument(value: Any) -> Argument:
    kind = type(value)
    if kind is str and value not in INFINITE:
        return str(value)
    return argument_of(value) if value in ({}, []) else _number(value)


def _value(value: Any) -> Value:
    """A number, or the payoffs of all players."""
    if isinstance(value, (list, tuple)):
        return tuple(map(_number, value))
    return _number(value)


def _number(value: Any) -> Number:
    """A number as `_encoded` writes it; there is none that equals no other."""
    kind = type(value)
    if (kind is int or kind is float) and math.isfinite(value):
        number: Number = value
        return number
    if kind is str and value in INFINITE:
        return float(value)
    raise TypeError(f"expected a number, found {value!r:.50}")


def _of_type(kind: type[Kind], value: Any) -> Kind:
    if type(value) is not kind:
        raise TypeError(f"expected a {kind.__name__}, found {value!r:.50}")
    return value


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
        return Case(asked, NAME, self.tree, points=unpaid_facets(facets))


def unseen_path(assignment: Assignment, question: str) -> Path:
    """Where those of a question stand."""
    return assignment.folder / FOLDER / f"{question}{SUFFIX}"


def unseen_json(unseen: Sequence[Unseen]) -> str:
    """The trees as files, a line in a line, each with its answers."""
    return unseen_as_numbered_json(
        {
            "tree": explicit.dump(each.tree).splitlines(),
            "answers": json.loads(dump(each.answers)),
        }
        for each in unseen
    )


def unseen_as_numbered_json(content: Iterable[dict[str, Any]]) -> str:
    """A file of what is unseen, each by its number."""
    rows = {str(place): each for place, each in enumerate(content, start=1)}
    return indented_json(rows, "\n") + "\n"


def load_unseen(assignment: Assignment, question: Question) -> tuple[Unseen, ...]:
    """Those of a question; none without a file, as with students; or UntoldError."""

    def read(content: Any) -> Unseen:
        tree = tree_from_json(content)
        right = parse(json.dumps(content["answers"]), tree)
        if not {*question.conventions} <= right.questions[question.name].keys():
            raise StaleError
        return Unseen(tree, right)

    return load_unseen_with(read, assignment, question.name)


def load_unseen_with(
    read: Callable[[Any], Read], assignment: Assignment, question: str
) -> tuple[Read, ...]:
    """What a question's file holds, each as it is `read`; likewise."""
    path = unseen_path(assignment, question)
    try:
        content = json.loads(content_of(path).decode())
        return tuple(map(read, content.values()))
    except FileNotFoundError:
        return ()
    except (OSError, AutograderError, *BROKEN, StaleError):
        raise UntoldError(f"{path}: {STALE}; run `{_remedy(path)}`") from None


def tree_from_json(content: Any) -> GameTree:
    """The tree of one of them."""
    lines = content["tree"]
    if not isinstance(lines, list):
        raise TypeError
    return treefile.parse("\n".join(map(str, lines)))
