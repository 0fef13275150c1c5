"""Run the reference and its conventions on a tree: this is where answers come from.

Trusted submissions run in this process. Their calls of one another are recorded,
which gives the window of every visit and the exact value of every node.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from autograder.answers.file import Answer, Answers, Visit
from autograder.assignment.questions import Assignment, Question
from autograder.errors import FileProblems, Problem
from autograder.game import MAX, Game, Number, State, View, frozen
from autograder.project import REFERENCE, load_module
from autograder.trees.tree import GameTree, Node

STEPS = ("max_value", "min_value")  # the functions whose calls are recorded

Step = tuple[State, tuple[Number, ...], Number]  # state; (α, β) or (); value


def compute(tree: GameTree, questions: tuple[Question, ...]) -> Answers:
    """Run the reference and every convention of the questions on a tree."""
    values = exact_values(tree)
    best = values[tree.root.label]
    children = [tree.nodes[child].label for child in tree.root.children]
    return Answers(
        tree.fingerprint(),
        values,
        tuple(label for label in children if values[label] == best),
        {
            question.name: {
                convention: answer(tree, question, trusted(question, convention))
                for convention in question.conventions
            }
            for question in questions
        },
    )


def trusted(question: Question, convention: str) -> ModuleType:
    """The trusted module of a convention; the first is the reference itself."""
    if convention == question.conventions[0]:
        return _module(REFERENCE / f"{question.module}.py")
    return _module(REFERENCE / "conventions" / f"{convention}.py")


@cache
def _module(path: Path) -> ModuleType:
    return load_module(path)


def exact_values(tree: GameTree) -> dict[str, Number]:
    """The minimax value of each node, which full minimax computes on its way."""
    module = _module(REFERENCE / "minimax.py")
    _, steps, _ = _observe(module, tree, _root_function(tree), ())
    found = {str(state): value for state, _, value in steps}
    return {label: found[label] for label in tree.labels()}


def answer(tree: GameTree, question: Question, module: ModuleType) -> Answer:
    """The observation that a trusted module leaves on a tree."""
    window = tree.window if question.arguments else ()
    value, steps, visited = _observe(module, tree, _root_function(tree), window)
    action, search_steps, searched = _observe(module, tree, question.search, ())
    return Answer(
        value, action, _visits(visited, steps), _visits(searched, search_steps)
    )


def _root_function(tree: GameTree) -> str:
    return "max_value" if tree.root.to_move == MAX else "min_value"


def _observe(
    module: ModuleType, tree: GameTree, function: str, window: tuple[Number, ...]
) -> tuple[Any, list[Step], list[str]]:
    """What a call returns, its recursive calls, and the labels it visits."""
    game, root, visited = local_game(tree)
    with deep_enough(tree), _traced(module) as steps:
        returned = getattr(module, function)(game, root, *window)
    return returned, steps, [tree.nodes[index].label for index in visited]


@contextmanager
def deep_enough(tree: GameTree) -> Iterator[None]:
    """Room for the recursion of a deep tree; a traced ply takes three frames."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, 1000 + 5 * tree.height()))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


@contextmanager
def _traced(module: ModuleType) -> Iterator[list[Step]]:
    """Record every call of the module's own functions while the context lasts."""
    steps: list[Step] = []

    def recording(function: Callable[..., Number]) -> Callable[..., Number]:
        def wrapper(game: object, state: State, *window: Number) -> Number:
            value = function(game, state, *window)
            steps.append((state, window, value))
            return value

        return wrapper

    originals = {name: getattr(module, name) for name in STEPS}
    for name, function in originals.items():
        setattr(module, name, recording(function))
    try:
        yield steps
    finally:
        for name, function in originals.items():
            setattr(module, name, function)


def _visits(visited: list[str], steps: list[Step]) -> tuple[Visit, ...]:
    """Each visited label with the window in which it was searched."""
    windows = {str(state): window for state, window, _ in steps}
    return tuple((label, *windows.get(label, ())) for label in visited)


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
    if question.arguments and expect.pruned is not None:
        visited = set(computed.visited())
        pruned = [label for label in tree.labels() if label not in visited]
        if set(expect.pruned) != set(pruned):
            said = [label for label in tree.labels() if label in expect.pruned]
            yield f"pruned [{', '.join(said)}], computed [{', '.join(pruned)}]"


def local_game(tree: GameTree) -> tuple[Game, State, list[int]]:
    """The same game without a worker: game, root, and the record of visits.

    For trusted submissions, which run in the grader's own process.
    """
    visited: list[int] = []
    nodes = tree.nodes

    def fetch(state: State) -> View:
        visited.append(state._handle)
        node = nodes[state._handle]
        successors = tuple([_successor(game, nodes[i], i) for i in node.children])
        return View(node.to_move, successors, node.utility)

    game = Game(fetch)
    return game, _successor(game, tree.root, 0)[1], visited


def _successor(game: Game, node: Node, index: int) -> tuple[str, State]:
    return node.label, State(game, index, node.label, frozen(node.content))
