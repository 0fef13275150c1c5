"""What a picture or a replay of one search needs: marks, steps, the wrong step.

Renderers know nothing else of a search.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from autograder.game import Number, Value
from autograder.trees.tree import GameTree, Window
from autograder.trees.values import equal


@dataclass(frozen=True, slots=True)
class Marks:
    """What is to be seen on a drawn tree, by label.

    Without `visited` nothing was searched, and the tree is drawn as it is. A node is
    pruned that was neither visited nor wrongly skipped. `values` and `windows` are
    written beside their nodes; `principal` is the principal variation from the root
    down; `wrong_at` is the node at which the search first went wrong. `chosen` is the
    child of the root that the search chose, `best` are those that it might.
    Where the search is `unfinished`, what it did not visit was not cut, and only what
    replays it can show it. Where each visit `counts`, a node is wrongly visited that
    was visited too often, and wrongly skipped that was not often enough. `notes` are
    other words beside nodes.
    """

    visited: frozenset[str] | None = None
    wrongly_visited: frozenset[str] = frozenset()
    wrongly_skipped: frozenset[str] = frozenset()
    principal: tuple[str, ...] = ()
    values: Mapping[str, Value] = field(default_factory=dict)
    windows: Mapping[str, Window] = field(default_factory=dict)
    wrong_at: str = ""
    chosen: str = ""
    best: tuple[str, ...] = ()
    unfinished: bool = False
    counts: bool = False
    notes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the submission: file, number, and what stands there.

    Of `source` the columns from `start` to `end` matter; where these are one, all do.
    """

    file: str
    number: int
    source: str
    start: int = 0
    end: int = 0

    @property
    def place(self) -> str:
        """`minimax.py:12`; of a notebook's cell `minimax.ipynb, cell 3, line 2`."""
        parted = ":" if self.file.endswith(".py") else ", line "
        return f"{self.file}{parted}{self.number}"


@dataclass(frozen=True, slots=True)
class Own:
    """What the submission says of the call that searched a node.

    The window that was handed to it, v where it was called, and what came back: each a
    value, a text of what was none, or None where nothing is known. Only where they are
    `comparable` is it known what they should be.
    """

    alpha: Value | str | None = None
    beta: Value | str | None = None
    v: Value | str | None = None
    returned: Value | str | None = None
    comparable: bool = True


@dataclass(frozen=True, slots=True)
class Step:
    """One visit of a search, and what was known as it was made.

    `window` is (α, β) on entering the node, None in plain minimax. `v` is the best
    value so far of its parent, None at the root and before a first child is known.
    `worth` is what the node came to in the end, `own` what the submission says of all
    these, and `line` is the one from which it searched the node. `stack` is what lay on
    the stack then, from the bottom, in a search that keeps one. A playout has its
    `payoff`, MAX's.
    """

    label: str
    window: Window | None = None
    v: Value | None = None
    worth: Value | None = None
    own: Own | None = None
    line: Line | None = None
    stack: tuple[str, ...] | None = None
    payoff: Number | None = None

    def departures(self) -> tuple[str, ...]:
        """Where the submission has something else than was known: names of `Own`.

        A value that lies outside of the window may come back as the nearer of α and β.
        """
        if self.own is None or not self.own.comparable:
            return ()
        own, (alpha, beta) = self.own, self.window or (None, None)
        pairs = {
            "alpha": (own.alpha, (alpha,)),
            "beta": (own.beta, (beta,)),
            "v": (own.v, (self.v, _within(self.v, self.window))),
            "returned": (own.returned, (self.worth, _within(self.worth, self.window))),
        }
        return tuple(n for n, (has, known) in pairs.items() if _departs(has, known))


def _within(value: Value | None, window: Window | None) -> Number | None:
    if value is None or isinstance(value, tuple) or window is None:
        return None
    return max(window[0], min(value, window[1]))


def _departs(own: Value | str | None, values: tuple[Value | None, ...]) -> bool:
    """Whether it is none of these; where nothing is known, nothing departs from it."""
    if own is None or isinstance(own, str):
        return own is not None
    if values[0] is None:
        return False
    return not any(n is not None and equal(own, n) for n in values)


@dataclass(frozen=True, slots=True)
class Replay:
    """One test as it can be replayed: the submission's search beside the accepted one.

    `wrong` is the index in `submission` of the first wrong step; if the search ended
    too early, it is the length of `submission`; None where every step is right.
    `sentence` says what went wrong there, "" where nothing did, and `line` is that of
    the code to look at for it, if it is known.
    """

    tree: GameTree
    submission: tuple[Step, ...]
    accepted: tuple[Step, ...]
    marks: Marks
    wrong: int | None = None
    sentence: str = ""
    line: Line | None = None

    @property
    def focus(self) -> str:
        """The node to be seen: of the first wrong step, or value, or where it ended."""
        if self.marks.wrong_at:
            return self.marks.wrong_at
        if self.marks.unfinished and self.submission:
            return self.submission[-1].label
        nodes, focus = self.tree.nodes, self.tree.root.label
        below = {n.label: {nodes[child].label for child in n.children} for n in nodes}
        for step in self.submission:
            if "returned" in step.departures() and step.label in below[focus]:
                focus = step.label
        return focus
