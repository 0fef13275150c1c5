"""Games given by rules: find one by its name, and unroll it into a tree."""

from __future__ import annotations

import dataclasses
import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

from autograder.errors import AssignmentError
from autograder.game import Content, Number
from autograder.trees import Node

REFERENCE = Path(__file__).parent.parent / "reference"
LARGEST_TREE = 1_000_000  # nodes


class RuleGame(Protocol):
    """A game by its rules; a frozen dataclass whose fields are the file's options.

    A position is any hashable value. Two positions are the same exactly if their
    labels are. Successors stand in a fixed order; there are none exactly where
    the game is over, and only there is `utility`, MAX's payoff, asked for.
    """

    def initial(self) -> Any:
        """The position in which the game starts."""
        ...

    def to_move(self, position: Any) -> str:
        """`"max"` or `"min"`."""
        ...

    def successors(self, position: Any) -> tuple[Any, ...]:
        """The positions one move on, in order."""
        ...

    def utility(self, position: Any) -> Number:
        """MAX's payoff where the game is over."""
        ...

    def label(self, position: Any) -> str:
        """The position in words, with whose turn it is."""
        ...

    def content(self, position: Any) -> Content:
        """What students see as `state.data`."""
        ...


class TooLarge(Exception):  # noqa: N818 - a finding, which treefile gives a place
    """The game has more positions than can be unrolled."""


def load_module(path: Path) -> ModuleType:
    """A trusted module, by its path; it is not entered into `sys.modules` by name."""
    name = f"autograder_trusted_{path.stem}_{abs(hash(path))}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None or not path.is_file():
        raise AssignmentError(f"{path} does not exist")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look themselves up here
    spec.loader.exec_module(module)
    return module


def known_games(folder: Path = REFERENCE / "games") -> dict[str, Path]:
    """The rule games that there are, by name."""
    return {path.stem: path for path in sorted(folder.glob("[a-z]*.py"))}


def rules_of(path: Path) -> type[RuleGame]:
    """The class that a game's module offers as `RULES`."""
    rules: type[RuleGame] = load_module(path).RULES
    return rules


def options_of(rules: type[RuleGame]) -> dict[str, bool]:
    """The options of a game, and whether each must be given."""
    return {
        option.name: option.default is dataclasses.MISSING
        for option in dataclasses.fields(rules)  # type: ignore[arg-type]
    }


def unroll(game: RuleGame) -> tuple[Node, ...]:
    """The tree of the game, depth first; a position met again is `label#2`, ….

    Raises TooLarge beyond a million nodes.
    """
    labels: dict[str, int] = {}
    nodes: list[Node] = []
    children: list[list[int]] = []
    stack: list[tuple[Any, int]] = [(game.initial(), -1)]
    while stack:
        position, parent = stack.pop()
        index = len(nodes)
        if index >= LARGEST_TREE:
            raise TooLarge
        if parent >= 0:
            children[parent].append(index)
        successors = game.successors(position)
        nodes.append(_node(game, position, labels, leaf=not successors))
        children.append([])
        stack.extend((successor, index) for successor in reversed(successors))
    return tuple(
        dataclasses.replace(node, children=tuple(children[index]))
        for index, node in enumerate(nodes)
    )


def _node(game: RuleGame, position: Any, labels: dict[str, int], *, leaf: bool) -> Node:
    label = game.label(position)
    count = labels[label] = labels.get(label, 0) + 1
    return Node(
        label if count == 1 else f"{label}#{count}",
        game.to_move(position),
        utility=game.utility(position) if leaf else None,
        content=game.content(position),
    )
