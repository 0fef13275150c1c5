"""Run the reference and its conventions on a tree: this is where answers come from.

Trusted submissions run in this process. Their calls of one another are recorded,
which gives the window of every visit.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from autograder.answers.faults import ModuleError, blaming
from autograder.answers.file import Answer, Answers, Visit
from autograder.answers.products import path_of, trusted
from autograder.assignment.questions import Assignment, Question
from autograder.assignment.signature import (
    WINDOW,
    Argument,
    Function,
    Signature,
    window_of,
)
from autograder.errors import FileProblems, Problem
from autograder.game import Game, Number, State, View, frozen
from autograder.text import listed
from autograder.trees.tree import FULL, GameTree, Window
from autograder.trees.values import exact_values

MOST_CALLS = 8  # of each function on one tree, that are judged alone


@dataclass(frozen=True, slots=True)
class Step:
    """One call of a function of a search: the state, and the arguments behind it."""

    function: Function
    state: State
    arguments: tuple[Argument, ...]

    @property
    def window(self) -> Window | None:
        """The (α, β) in which it searched, if it was given one."""
        return window_of(self.function.arguments, self.arguments)


def compute(
    tree: GameTree,
    questions: tuple[Question, ...],
    watch: Callable[[str], None] = lambda _: None,
) -> Answers:
    """Run the reference and every convention of the questions on a tree.

    `watch` is told what is run next. Raises ModuleError where one of them fails, or is
    not right itself.
    """
    values = exact_values(tree)
    best = values[tree.root.label]
    children = [tree.nodes[child].label for child in tree.root.children]
    return Answers(
        tree.fingerprint(),
        values,
        tuple(label for label in children if values[label] == best),
        {
            question.name: {
                convention: _right_answer(tree, values, question, convention, watch)
                for convention in question.conventions
            }
            for question in questions
        },
    )


def _right_answer(
    tree: GameTree,
    values: Mapping[str, Number],
    question: Question,
    convention: str,
    watch: Callable[[str], None],
) -> Answer:
    """The answer of a convention, whose value and action are those of minimax."""
    watch(f"{question.name}, {convention}")
    module, path = trusted(question, convention), path_of(question, convention)
    with blaming(path):
        found = answer(tree, question, module)
    for wrong in _wrong(tree, values, question, found):
        raise ModuleError(path, f": {wrong}")
    return found


def _wrong(
    tree: GameTree, values: Mapping[str, Number], question: Question, found: Answer
) -> Iterator[str]:
    """What of value and action is not right; outside of a window a bound is."""
    entry, worth = question.signature.at(tree.root.to_move), values[tree.root.label]
    alpha, beta = tree.window if {*WINDOW} & {*entry.arguments} else FULL
    if not _is_number(found.value):
        yield f"{entry.name} returned {found.value!r}, expected a number"
    elif min(max(found.value, alpha), beta) != min(max(worth, alpha), beta):
        yield f"{entry.name} returned {found.value}, but the root is worth {worth}"
    for name, calls in found.alone.items():
        odd = [a for _, *given in calls for a in given if not _is_argument(a)]
        if odd:
            yield f"{name} was called with {odd[0]!r}, expected a number or a text"
    actions = tuple(tree.nodes[child].label for child in tree.root.children)
    best = tuple(label for label in actions if values[label] == worth)
    if found.action not in actions:
        said = f"{question.search} returned {found.action!r}"
        yield f"{said}, expected an action: {listed(actions)}"
    elif found.action not in best:
        said = f"{question.search} chose {found.action}, worth {values[found.action]}"
        yield f"{said}, but {listed(best)} is worth {worth}"


def _is_number(value: object) -> bool:
    return type(value) in (int, float) and value == value  # noqa: PLR0124 - no NaN is


def _is_argument(value: object) -> bool:
    return type(value) is str or _is_number(value)


def answer(tree: GameTree, question: Question, module: ModuleType) -> Answer:
    """The observation that a trusted module leaves on a tree."""
    signature = question.signature
    entry = signature.at(tree.root.to_move)
    value, steps, visited = _observe(
        module, tree, signature, entry.name, entry.start(tree)
    )
    action, search_steps, searched = _observe(module, tree, signature, question.search)
    return Answer(
        value,
        action,
        _visits(visited, steps),
        _visits(searched, search_steps),
        {name: _alone(tree, name, visited, steps) for name in question.functions()},
    )


def steps_on(tree: GameTree, question: Question, module: ModuleType) -> list[Step]:
    """The calls of a search's functions on a tree, in order."""
    entry = question.signature.at(tree.root.to_move)
    start = entry.start(tree)
    return _observe(module, tree, question.signature, entry.name, start)[1]


def _observe(
    module: ModuleType,
    tree: GameTree,
    signature: Signature,
    function: str,
    arguments: tuple[Argument, ...] = (),
) -> tuple[Any, list[Step], list[str]]:
    """What a call returns, its recursive calls, and the labels it visits."""
    game, root, visited = local_game(tree)
    with deep_enough(tree.height()), _traced(module, signature) as steps:
        returned = getattr(module, function)(game, root, *arguments)
    return returned, steps, [tree.nodes[index].label for index in visited]


@contextmanager
def deep_enough(height: int) -> Iterator[None]:
    """Room for the recursion of a deep tree; a traced ply takes up to six frames."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, 1000 + 8 * height))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


@contextmanager
def _traced(module: ModuleType, signature: Signature) -> Iterator[list[Step]]:
    """Record every call of the module's own functions while the context lasts."""
    steps: list[Step] = []

    def recording(function: Function, original: Any) -> Callable[..., Any]:
        def wrapper(game: object, state: State, *given: Any, **named: Any) -> Any:
            names = function.arguments[len(given) :]
            rest = [named[name] for name in names if name in named]
            steps.append(Step(function, state, (*given, *rest)))
            return original(game, state, *given, **named)

        return wrapper

    originals = {each: getattr(module, each.name) for each in signature.functions}
    for function, original in originals.items():
        setattr(module, function.name, recording(function, original))
    try:
        yield steps
    finally:
        for function, original in originals.items():
            setattr(module, function.name, original)


def _visits(visited: list[str], steps: list[Step]) -> tuple[Visit, ...]:
    """Each visited label with the window in which it was searched."""
    windows = {str(step.state): step.window or () for step in steps}
    return tuple((label, *windows.get(label, ())) for label in visited)


def _alone(
    tree: GameTree, function: str, visited: list[str], steps: list[Step]
) -> tuple[Visit, ...]:
    """Calls by which to judge a function alone: those in which something is cut first.

    The last is a call in a terminal state, where there is one.
    """
    index_of = {node.label: index for index, node in enumerate(tree.nodes)}
    seen = set(visited)
    mine = [step for step in steps if step.function.name == function]
    calls = {str(step.state): step for step in reversed(mine)}
    found: list[tuple[bool, Visit]] = []
    ends: list[Visit] = []
    for label in visited:
        step = calls.get(label)
        if step is None:
            continue
        children = tree.nodes[index_of[label]].children
        call = (label, *step.arguments)
        if not children:
            ends.append(call)
        elif step.window is None or step.window[0] < step.window[1]:
            whole = all(tree.nodes[child].label in seen for child in children)
            found.append((whole, call))
    found.sort(key=lambda row: row[0])
    return (*(call for _, call in found[:MOST_CALLS]), *ends[:1])


def check_expectations(assignment: Assignment, name: str, answers: Answers) -> None:
    """Compare what a tree's source says with what was computed.

    Raises FileProblems, at the line and column of `expect`, where they differ.
    """
    tree = assignment.trees()[name]
    found = [*_wrong_value(tree, answers)]
    for question in assignment.questions_on(name):
        computed = answers.questions[question.name][question.conventions[0]]
        found += _wrong_search(tree, question, computed)
    if found:
        path = assignment.folder / f"{name}.yaml"
        text = f"expect says {'; and '.join(found)}"
        raise FileProblems((Problem(path, *tree.expect.mark, text),))


def _wrong_value(tree: GameTree, answers: Answers) -> Iterator[str]:
    expected, computed = tree.expect.value, answers.values[tree.root.label]
    if expected not in (None, computed):
        yield f"value {expected}, computed {computed}"


def _wrong_search(
    tree: GameTree, question: Question, computed: Answer
) -> Iterator[str]:
    """What is said of action and pruned nodes, where this question finds others."""
    expect = tree.expect
    if expect.action not in (None, computed.action):
        yield f"action {expect.action}, {question.name}: {computed.action}"
    if question.signature.prunes and expect.pruned is not None:
        visited = set(computed.visited())
        pruned = [label for label in tree.labels() if label not in visited]
        if set(expect.pruned) != set(pruned):
            said = [label for label in tree.labels() if label in expect.pruned]
            yield f"pruned [{', '.join(said)}], computed [{', '.join(pruned)}]"


def local_game(tree: GameTree) -> tuple[Game, State, list[int]]:
    """The same game without a worker: game, root, and the record of visits.

    For trusted submissions, which run in the grader's own process.
    """
    return Board(tree).set_up()


class Board:
    """A tree on which one search after the other is run, in this process."""

    def __init__(self, tree: GameTree) -> None:
        self._visited: list[int] = []
        self._game = game = Game(self._fetch)
        nodes = tree.nodes
        self.labels = tree.labels()
        self._states = states = [
            State(game, index, node.label, frozen(node.content))
            for index, node in enumerate(nodes)
        ]
        self._views = [
            View(
                node.to_move,
                tuple([(nodes[i].label, states[i]) for i in node.children]),
                node.utility,
            )
            for node in nodes
        ]

    def set_up(self) -> tuple[Game, State, list[int]]:
        """Game, root, and the record of visits, as if nothing had been asked yet."""
        for index in self._visited:
            self._states[index]._view = None
        self._visited.clear()
        return self._game, self._states[0], self._visited

    def _fetch(self, state: State) -> View:
        self._visited.append(state._handle)
        return self._views[state._handle]
