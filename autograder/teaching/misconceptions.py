"""Run misconceptions on trees, alone and two in one text: catalogues come from here."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache
from itertools import combinations
from pathlib import Path
from types import ModuleType
from typing import Any

from autograder.answers.faults import ModuleError, blaming
from autograder.answers.trusted import deep_enough, local_game
from autograder.assignment.questions import VISIBLE, Assignment, Question
from autograder.judging.observation import Observation, Observed, requests_of
from autograder.judging.outcome import decode
from autograder.project import REFERENCE, load_module
from autograder.teaching.catalogue import (
    Behaviour,
    Catalogue,
    Misconception,
    Pair,
    behaviour_of,
    diagnosed,
    digests,
)
from autograder.trees.tree import GameTree
from autograder.worker import values
from autograder.worker.submission import kind_of

FOLDER = REFERENCE / "misconceptions"

TOLD = ("FAMILY", "CONVENTION")
NEEDED = {  # of each misconception
    "__doc__": "the docstring that students are told",
    "FAMILY": "the mistake of which it is one form",
}

Behaviours = dict[str, Behaviour]


@dataclass(frozen=True, slots=True)
class Mistaken:
    """A module of `reference/misconceptions/`: what it tells, and how to run it."""

    path: Path
    module: ModuleType

    @property
    def name(self) -> str:
        """By which it is known."""
        return self.path.stem

    @property
    def title(self) -> str:
        """The first line of its docstring."""
        return self._docstring[0].rstrip(".")

    @property
    def text(self) -> str:
        """What stands below the title: paragraphs, each a line."""
        paragraphs = "\n".join(self._docstring[1:]).strip().split("\n\n")
        return "\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)

    @property
    def family(self) -> str:
        """The mistake of which it is one form."""
        return str(self.module.FAMILY)

    def on(self, question: Question, tree: GameTree) -> Observed:
        """What it does on a tree; ModuleError where it cannot be called."""
        with blaming(self.path):
            return observe(self.module, question, tree)

    @property
    def _docstring(self) -> list[str]:
        return (self.module.__doc__ or "").splitlines()


def of_module(module: str) -> tuple[Mistaken, ...]:
    """All misconceptions of the stub of that name, by name."""
    paths = sorted((FOLDER / module).glob("*.py"))
    return tuple(Mistaken(path, _loaded(path)) for path in paths)


@cache
def _loaded(path: Path) -> ModuleType:
    with blaming(path):
        module = load_module(path)
    for name, holds in NEEDED.items():
        if not isinstance(getattr(module, name, None), str):
            raise ModuleError(path, f": it has no {name}, which is {holds}")
    return module


def observe(module: ModuleType, question: Question, tree: GameTree) -> Observed:
    """What a trusted module does on a tree, mistakes and all, in this process."""
    calls = []
    with deep_enough(tree):
        for request in requests_of(question, tree):
            game, root, visited = local_game(tree)
            function = getattr(module, request.function)
            outcome = decode(_result(function, (game, root, *request.arguments)))
            labels = tuple(tree.nodes[index].label for index in visited)
            calls.append(
                Observation(request.function, request.signature, outcome, labels)
            )
    return Observed(tuple(calls))


def _result(function: Any, arguments: tuple[Any, ...]) -> dict[str, Any]:
    """What a worker would send of the call."""
    try:
        return {"returned": values.encode(function(*arguments))}
    except Exception as error:  # noqa: BLE001 - that it raises is what is observed
        return {
            "error": {
                "kind": kind_of(error),
                "stage": "call",
                "type": type(error).__name__,
                "message": "",
                "near": [],
                "frames": [],
            }
        }


def catalogue(assignment: Assignment, question: Question) -> Catalogue:
    """What each misconception of a question does on its trees, and each two of them.

    Large trees are left out.
    """
    every = diagnosed(assignment).cases
    cases = [case for case in every if case.question.name == question.name]
    if not cases:
        return Catalogue({}, (), {})
    trees = {case.tree_name: case.tree for case in cases}
    visible = {case.tree_name for case in cases if case.visibility == VISIBLE}
    known = of_module(question.module)
    misconceptions = tuple(
        Misconception(
            mistaken.name,
            mistaken.title,
            mistaken.family,
            mistaken.text,
            {n: behaviour_of(mistaken.on(question, t), t) for n, t in trees.items()},
        )
        for mistaken in known
    )
    pairs = {
        pair: (*digests(found), *digests(_only(found, visible)))
        for pair, module in pairs_of(question.module).items()
        if not _is_known(found := _behaviours(module, question, trees), misconceptions)
    }
    prints = {name: tree.fingerprint() for name, tree in trees.items()}
    return Catalogue(prints, misconceptions, pairs)


def _behaviours(
    module: ModuleType, question: Question, trees: Mapping[str, GameTree]
) -> Behaviours:
    return {
        name: behaviour_of(observe(module, question, tree), tree)
        for name, tree in trees.items()
    }


def _only(behaviours: Behaviours, trees: set[str]) -> Behaviours:
    return {name: found for name, found in behaviours.items() if name in trees}


def _is_known(found: Behaviours, misconceptions: tuple[Misconception, ...]) -> bool:
    """Whether one mistake alone does the same: then the other does not show."""
    return any(found == known.behaviours for known in misconceptions)


@cache
def pairs_of(module: str, *only: str) -> dict[Pair, ModuleType]:
    """Modules with two mistakes, for all pairs that can be made side by side.

    Of the stub of that name, and of all its mistakes unless `only` some are named.
    """
    base = bare(REFERENCE / f"{module}.py")
    known = [each for each in of_module(module) if not only or each.name in only]
    made_by = {each.name: changes(base, bare(each.path)) for each in known}
    made: dict[Pair, ModuleType] = {}
    for first, second in combinations(made_by, 2):
        text = combined(base, made_by[first], made_by[second])
        if text is not None:
            made[first, second] = _module_of(text, f"{first} + {second}")
    return made


def bare(path: Path) -> str:
    """The text of a module without what tells of it: docstring, family, convention."""
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    for node in ast.parse(text).body:
        named = isinstance(node, ast.Assign) and ast.unparse(node).startswith(TOLD)
        if named or (isinstance(node, ast.Expr) and node.lineno == 1):
            for number in range(node.lineno - 1, node.end_lineno or node.lineno):
                lines[number] = ""
    return "\n".join(line for line in lines if line.strip()) + "\n"


def _module_of(text: str, name: str) -> ModuleType:
    module = ModuleType(name)
    exec(compile(text, name, "exec"), vars(module))  # noqa: S102 - the reference's own
    return module


Change = tuple[int, int, tuple[str, ...]]  # lines of the base, from and to; new lines


def combined(
    base: str, first: Sequence[Change], second: Sequence[Change]
) -> str | None:
    """The base with the changes of both texts; None where they meet."""
    lines = base.splitlines()
    made: list[str] = []
    done, place = 0, (-1, -1)
    for begin, end, new in sorted({*first, *second}):
        if begin < done or (begin, end) == place:
            return None
        made += [*lines[done:begin], *new]
        done, place = end, (begin, end)
    return "\n".join([*made, *lines[done:], ""])


def changes(base: str, text: str) -> tuple[Change, ...]:
    """What was replaced, inserted or removed to come from the base to the text."""
    lines, new = base.splitlines(), text.splitlines()
    matcher = SequenceMatcher(None, lines, new, autojunk=False)
    return tuple(
        (begin, end, tuple(new[new_begin:new_end]))
        for kind, begin, end, new_begin, new_end in matcher.get_opcodes()
        if kind != "equal"
    )
