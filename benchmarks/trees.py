"""The trees that the benchmarks search: tic-tac-toe in full, and random ones."""

from __future__ import annotations

import random
from typing import Any

from autograder.game import MAX, MIN
from autograder.trees.tree import GameTree, Node

LINES = (
    (0, 1, 2),
    (3, 4, 5),
    (6, 7, 8),
    (0, 3, 6),
    (1, 4, 7),
    (2, 5, 8),
    (0, 4, 8),
    (2, 4, 6),
)
TIC_TAC_TOE_NODES = 549_946  # every sequence of moves, each game cut at its end


def tic_tac_toe() -> GameTree:
    """The whole tree, one node for each sequence of moves; X is MAX."""
    nodes: list[Node] = []

    def grow(board: str, player: str, other: str) -> int:
        index = len(nodes)
        mover = MAX if player == "X" else MIN
        winner = _winner(board)
        if winner or "." not in board:
            payoff = {"X": 1, "O": -1}.get(winner, 0)
            nodes.append(Node(f"{board}#{index}", mover, utility=payoff))
            return index
        nodes.append(Node("", mover))
        free = [square for square in range(9) if board[square] == "."]
        boards = [board[:s] + player + board[s + 1 :] for s in free]
        children = tuple([grow(after, other, player) for after in boards])
        nodes[index] = Node(f"{board}#{index}", mover, children)
        return index

    grow("." * 9, "X", "O")
    return GameTree(tuple(nodes))


def _winner(board: str) -> str:
    for first, second, third in LINES:
        if board[first] != "." and board[first] == board[second] == board[third]:
            return board[first]
    return ""


def flat(leaves: int) -> GameTree:
    """A root with so many leaves."""
    root = Node("root", MAX, tuple(range(1, leaves + 1)))
    return GameTree((root, *(Node(f"L{i}", MIN, utility=i) for i in range(leaves))))


def random_spec(seed: int, size: int) -> list[Any]:
    """Nested lists of about `size` nodes, as a tree file writes them."""
    dice = random.Random(seed)  # noqa: S311 - the same trees in every run

    def grow(nodes: int) -> Any:
        if nodes <= 1:
            return dice.randint(-20, 20)
        width = dice.randint(2, 4)
        return [grow((nodes - 1) // width) for _ in range(width)]

    tree: list[Any] = grow(size)
    return tree
