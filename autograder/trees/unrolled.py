"""Trees of games that only their own package can unroll, in files beside the answers.

Each position stands there once, so that a large tree is a small file. Whoever grades,
or is a student, needs the file and not the package.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograder.files import content_of
from autograder.game import CHANCE, Value
from autograder.trees.rules import LARGEST_TREE
from autograder.trees.tree import Node, breadth_first

FOLDER = "answers"  # of an assignment
SUFFIX = ".tree.json"
BROKEN = (ValueError, LookupError, TypeError, OSError)

PositionRow = list[Any]


@dataclass(frozen=True, slots=True)
class Unrolled:
    """A game as a tree file names it, who plays it, and its positions.

    The first position is the root; `children` are indices into `positions`, which stand
    behind their parents.
    """

    game: Mapping[str, Any]
    players: tuple[str, ...]
    positions: tuple[Node, ...]

    def nodes(self) -> tuple[Node, ...]:
        """The tree, depth first; a position met again is `label#2`, …, ply by ply.

        Raises ValueError beyond a million nodes.
        """
        places: list[int] = []
        children: list[list[int]] = []
        stack = [(0, -1)]
        while stack:
            place, parent = stack.pop()
            index = len(places)
            if index + len(stack) >= LARGEST_TREE:
                raise ValueError(f"more than {LARGEST_TREE:,} nodes")
            if parent >= 0:
                children[parent].append(index)
            places.append(place)
            children.append([])
            below = self.positions[place].children
            stack.extend([(child, index) for child in reversed(below)])
        met, labels = [0] * len(self.positions), [""] * len(places)
        for index in breadth_first(children):
            place = places[index]
            met[place] += 1
            again = f"#{met[place]}" if met[place] > 1 else ""
            labels[index] = self.positions[place].label + again
        return tuple(
            [
                _as_node(self.positions[place], label, tuple(below))
                for place, label, below in zip(places, labels, children, strict=True)
            ]
        )


def _as_node(position: Node, label: str, children: tuple[int, ...]) -> Node:
    return Node(
        label=label,
        to_move=position.to_move,
        children=children,
        utility=position.utility,
        content=position.content,
        probabilities=position.probabilities,
        estimate=position.estimate,
        moves=position.moves,
    )


def path_in(folder: Path, name: str) -> Path:
    """Where the tree of this name stands that an assignment's folder has unrolled."""
    return folder / FOLDER / f"{name}{SUFFIX}"


def beside(tree_file: Path, game: Mapping[str, Any]) -> Unrolled | None:
    """What has been unrolled of a tree file, in the answers of a folder above it.

    None where nothing was, or not the game that the file names today.
    """
    for folder in tree_file.parents:
        name = tree_file.relative_to(folder).with_suffix("").as_posix()
        found = load(path_in(folder, name), game)
        if found is not None:
            return found
    return None


def load(path: Path, game: Mapping[str, Any]) -> Unrolled | None:
    """What is in a file; None where that is another game, or nothing of the kind."""
    try:
        found = parse(content_of(path).decode())
    except BROKEN:
        return None
    return found if found.game == game else None


def dump(unrolled: Unrolled) -> str:
    """The file: a position a line."""
    rows = [json.dumps(_row(node), ensure_ascii=False) for node in unrolled.positions]
    lines = ",\n  ".join(rows)
    game = json.dumps(unrolled.game, ensure_ascii=False)
    players = json.dumps(unrolled.players, ensure_ascii=False)
    return (
        f'{{\n "game": {game},\n "players": {players},\n'
        f' "positions": [\n  {lines}\n ]\n}}\n'
    )


def _row(node: Node) -> PositionRow:
    return [
        *(node.label, node.to_move, node.utility, node.estimate, node.content),
        *(node.probabilities, node.children),
        *([node.moves] if node.moves else []),
    ]


def parse(text: str) -> Unrolled:
    """What `dump` has written; one of BROKEN is raised for anything else."""
    content = json.loads(text)
    players = tuple(content["players"])
    positions = tuple(
        [_position(row, place) for place, row in enumerate(content["positions"])]
    )
    labels = {node.label for node in positions}
    movers = {node.to_move for node in positions}
    last = max(child for node in positions for child in node.children)
    whole = len(labels) == len(positions) > last and movers <= {*players, CHANCE}
    if not whole:
        raise ValueError("expected each position once, and players that are known")
    return Unrolled(content["game"], players, positions)


def _position(row: PositionRow, place: int) -> Node:
    label, to_move, utility, estimate, content, probabilities, children, *names = row
    moves = tuple(names[0]) if names else ()
    if moves and len({*moves}) != len(children):
        raise ValueError("expected a name of its own for each move")
    if any(child <= place for child in children):
        raise ValueError("expected positions behind those that lead to them")
    return Node(
        label=label,
        to_move=to_move,
        children=tuple(children),
        utility=_value(utility),
        content=content,
        probabilities=tuple(probabilities),
        estimate=_value(estimate),
        moves=moves,
    )


def _value(value: Any) -> Value | None:
    """A number, payoffs, or nothing."""
    return tuple(value) if isinstance(value, list) else value
