"""Small trees that stand ready with their answers, for where no reference is.

One JSON file a question has a digest of the trees, which are drawn anew, and what
accepted searches do there: value, the number of the action's node, visits in runs.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from autograder.answers.file import BROKEN, FOLDER, Answer, Visit
from autograder.assignment.questions import Assignment, Question
from autograder.assignment.signature import json_arguments
from autograder.files import content_of
from autograder.game import CHANCE, Value
from autograder.observing.observation import (
    CallRequest,
    value_and_action_requests,
    value_call,
)
from autograder.trees import drawn, small
from autograder.trees.drawn import Form, forms_with_turns
from autograder.trees.tree import GameTree, numbers_of_runs, runs_text
from autograder.trees.values import exact_values

SUFFIX = ".small.json"
LETTERS = 16  # of a digest
SOURCES = (drawn.__file__, small.__file__)  # what draws the trees


class Reference:
    """Tells it of any tree, by running the trusted modules."""

    def answer(self, question: Question, convention: str, tree: GameTree) -> Answer:
        """What the module of a convention returns, chooses and visits."""
        from autograder.kinds.search import trusted  # noqa: PLC0415 - a grading runs no reference

        (value, visits), *chosen = (
            _ran(question, convention, tree, request)
            for request in value_and_action_requests(question, tree)
        )
        action, search_visits = chosen[0] if chosen else (None, ())
        if question.wants_line_of_actions:
            action = trusted.first_action(action)
        module = trusted.trusted_module(question, convention)
        answer = Answer(value, action, visits, search_visits)
        return trusted.with_ties(tree, question, module, answer)

    def value(self, question: Question, convention: str, tree: GameTree) -> Value:
        """What it returns; the search function is not run for that."""
        value: Value
        value, _ = _ran(question, convention, tree, value_call(question, tree))
        return value


def _ran(
    question: Question, convention: str, tree: GameTree, request: CallRequest
) -> tuple[Any, tuple[Visit, ...]]:
    from autograder.answers.board import Board  # noqa: PLC0415 - likewise
    from autograder.kinds.search import trusted  # noqa: PLC0415 - likewise

    module = trusted.trusted_module(question, convention)
    board = Board(tree, request.repeats, request.orders, peeks=request.peeks)
    game, root, visited = board.fresh_game_root_and_visits(timed=request.timed)
    call = getattr(module, request.function)  # as a worker has it
    with board.watching_calls(vars(module)):
        returned = call(game, root, *json_arguments(request.arguments))
    return returned, tuple([(tree.nodes[index].label,) for index in visited])


@dataclass(frozen=True)
class Family:
    """Trees in order of size, and of each what accepted conventions do there."""

    trees: tuple[GameTree, ...]
    rows: tuple[Mapping[str, Answer], ...]

    @cached_property
    def _row_of(self) -> Mapping[int, Mapping[str, Answer]]:
        return {id(tree): r for tree, r in zip(self.trees, self.rows, strict=True)}

    def answer(self, _question: Question, convention: str, tree: GameTree) -> Answer:
        """What is written of one of its trees."""
        return self._row_of[id(tree)][convention]

    def value(self, question: Question, convention: str, tree: GameTree) -> Value:
        """Its value."""
        return self.answer(question, convention, tree).value


Key = Reference | Family  # tells what an accepted search does on a tree


def family_path(assignment: Assignment, question: str) -> Path:
    """Where the family of a question stands."""
    return assignment.folder / FOLDER / f"{question}{SUFFIX}"


def is_fresh(question: Question, own: Sequence[GameTree], text: str) -> bool:
    """Whether a file holds the family that would be made, told by its digest alone."""
    try:
        return bool(json.loads(text)["source"] == _source(question, own))
    except BROKEN:
        return False


def family_text(question: Question, own: Sequence[GameTree]) -> str:
    """The file of a question's family, from what the reference does on its trees."""
    forms = forms_with_turns(own)
    windowed = may_have_windows(question, own)
    trees = _trees(question, forms, windowed=windowed)
    head = {
        "source": _source(question, own),
        "trees": _fingerprint(trees),
        "accept": question.accept,
        "windowed": windowed,
        "forms": [astuple(form) for form in forms],
    }
    lines = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in head.items()]
    key, lines_of_trees = Reference(), []
    for tree in trees:  # what is done there, and which of it each convention does
        rows = [_row(tree, key.answer(question, n, tree)) for n in question.accept]
        different = [row for place, row in enumerate(rows) if row not in rows[:place]]
        told = [different, [different.index(row) for row in rows]]
        lines_of_trees.append(json.dumps(told, separators=(",", ":")))
    table = ",\n  ".join(lines_of_trees)
    return "{" + ",\n ".join((*lines, f'"answers": [\n  {table}\n ]')) + "}\n"


def _trees(
    question: Question, forms: tuple[Form, ...], *, windowed: bool
) -> tuple[GameTree, ...]:
    trees = drawn.trees_for_family(forms, question.within, windowed=windowed)
    return tuple([question.tree_as_asked(tree) for tree in trees])


def _fingerprint(trees: Sequence[GameTree]) -> str:
    whole = "".join(tree.fingerprint() for tree in trees)
    return hashlib.sha256(whole.encode()).hexdigest()[:LETTERS]


def may_have_windows(question: Question, own: Sequence[GameTree]) -> bool:
    """Whether trees may have windows: a value lies beyond one, and no chance moves.

    What is returned there is right where the conventions tell it, of several cuts.
    """
    from autograder.kinds.search.trusted import conventions_with_different_cuts  # noqa: PLC0415 - grading needs none

    prunes = question.signature.prunes and question.within is None
    has_chance = any(node.to_move == CHANCE for tree in own for node in tree.nodes)
    if not prunes or question.order == "any" or has_chance:
        return False
    for tree in own:
        worth, (alpha, beta) = exact_values(tree)[tree.root.label], tree.window
        if not isinstance(worth, tuple) and not alpha <= worth <= beta:
            return len(conventions_with_different_cuts(question)) > 1
    return not own


def _row(tree: GameTree, answer: Answer) -> list[Any]:
    number, below = tree.index_of, tree.children_by_move(tree.root)
    ends = [
        (None if a is None else below[a], runs_text(number[label] for label in visited))
        for a, visited in answer.possible_ends()
    ]
    action, searched = ends[0]
    visited = runs_text(number[label] for label in answer.visited_labels())
    return [answer.value, action, visited, searched, *map(list, ends[1:])]


def _action(tree: GameTree, child: int) -> str:
    return tree.moves_of(tree.root)[tree.root.children.index(child)]


def _source(question: Question, own: Sequence[GameTree]) -> str:
    from autograder.kinds.search import trusted  # noqa: PLC0415 - likewise

    paths = [trusted.convention_path(question, name) for name in question.accept]
    paths += [trusted.reference_of(question), *map(Path, SOURCES)]
    texts = [path.read_text(encoding="utf-8") for path in dict.fromkeys(paths)]
    forms, windowed = forms_with_turns(own), may_have_windows(question, own)
    told = question.accept, question.signature, question.within, forms, windowed, texts
    return hashlib.sha256(repr(told).encode()).hexdigest()[:LETTERS]


def load(assignment: Assignment, question: Question) -> Family | None:
    """The family of a question; None where there is none that can be used."""
    try:
        content = json.loads(content_of(family_path(assignment, question.name)))
        return _family(question, content)
    except (OSError, *BROKEN):
        return None


def _family(question: Question, content: Any) -> Family:
    forms = tuple(Form(tuple(players), *rest) for players, *rest in content["forms"])
    trees = _trees(question, forms, windowed=content["windowed"])
    if _fingerprint(trees) != content["trees"]:
        raise ValueError("expected other trees: these are drawn otherwise")
    places = [content["accept"].index(name) for name in question.accept]
    rows = []
    for tree, (different, of_each) in zip(trees, content["answers"], strict=True):
        answers = [_answer(tree, row) for row in different]
        pairs = zip(question.accept, places, strict=True)
        rows.append({name: answers[of_each[place]] for name, place in pairs})
    return Family(trees, tuple(rows))


def _answer(tree: GameTree, row: Any) -> Answer:
    value, action, visits, search_visits, *ties = row
    labels, count = tree.labels(), len(tree.nodes)

    def visited(runs: str) -> tuple[str, ...]:
        return tuple([labels[index] for index in numbers_of_runs(runs, count)])

    return Answer(
        tuple(value) if isinstance(value, list) else value,
        None if action is None else _action(tree, action),
        tuple((label,) for label in visited(visits)),
        tuple((label,) for label in visited(search_visits)),
        ties=tuple((_action(tree, child), visited(runs)) for child, runs in ties),
    )
