"""What a picture or a replay of one search needs: marks, steps, the wrong step.

Renderers know nothing else of a search.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from autograder.game import Number
from autograder.trees.tree import GameTree, Window


@dataclass(frozen=True, slots=True)
class Marks:
    """What is to be seen on a drawn tree, by label.

    Without `visited` nothing was searched, and the tree is drawn as it is. A node is
    pruned that was neither visited nor wrongly skipped. `values` and `windows` are
    written beside their nodes; `principal` is the principal variation from the root
    down; `wrong_at` is the node at which the search first went wrong.
    """

    visited: frozenset[str] | None = None
    wrongly_visited: frozenset[str] = frozenset()
    wrongly_skipped: frozenset[str] = frozenset()
    principal: tuple[str, ...] = ()
    values: Mapping[str, Number] = field(default_factory=dict)
    windows: Mapping[str, Window] = field(default_factory=dict)
    wrong_at: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One visit of a search, and what was known as it was made.

    `window` is (α, β) on entering the node, None in plain minimax. `v` is the best
    value so far of its parent, None at the root and before a first child is known.
    """

    label: str
    window: Window | None = None
    v: Number | None = None


@dataclass(frozen=True, slots=True)
class Replay:
    """One test as it can be replayed: the submission's search beside the accepted one.

    `wrong` is the index in `submission` of the first wrong step; if the search ended
    too early, it is the length of `submission`; None where every step is right.
    `sentence` says what went wrong there, "" where nothing did.
    """

    tree: GameTree
    submission: tuple[Step, ...]
    accepted: tuple[Step, ...]
    marks: Marks
    wrong: int | None = None
    sentence: str = ""
