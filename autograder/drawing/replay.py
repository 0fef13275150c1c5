"""What a picture or a replay of one search needs: marks, steps, the wrong step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from autograder.game import Number, Value
from autograder.trees.tree import GameTree, Window
from autograder.trees.values import equal


@dataclass(frozen=True, slots=True)
class Marks:
    """What is to be seen on a drawn tree, by label."""

    visited: frozenset[str] | None = None  # None: nothing was searched
    wrongly_visited: frozenset[str] = frozenset()
    wrongly_skipped: frozenset[str] = frozenset()
    principal: tuple[str, ...] = ()  # variation, from the root
    values: Mapping[str, Value] = field(default_factory=dict)
    windows: Mapping[str, Window] = field(default_factory=dict)
    wrong_at: str = ""  # where the search first went wrong
    chosen: str = ""  # child of the root
    best: tuple[str, ...] = ()  # that might be chosen
    unfinished: bool = False  # not visited is not cut
    counts: bool = False  # each visit does
    notes: Mapping[str, str] = field(default_factory=dict)  # other words


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the submission: file, number, and what stands there."""

    file: str
    number: int
    source: str
    start: int = 0  # the columns that matter,
    end: int = 0  # where these are one, all do

    @property
    def file_and_line(self) -> str:
        """`minimax.py:12`; of a notebook's cell `minimax.ipynb, cell 3, line 2`."""
        parted = ":" if self.file.endswith(".py") else ", line "
        return f"{self.file}{parted}{self.number}"


@dataclass(frozen=True, slots=True)
class Own:
    """What a submission says of a call: a value, a text of what was none, or None."""

    alpha: Value | str | None = None
    beta: Value | str | None = None
    v: Value | str | None = None
    returned: Value | str | None = None
    comparable: bool = True  # what they should be is known


@dataclass(frozen=True, slots=True)
class Step:
    """One visit of a search, and what was known as it was made."""

    label: str
    window: Window | None = None  # on entering; None in plain minimax
    v: Value | None = None  # the parent's best so far
    worth: Value | None = None  # in the end
    own: Own | None = None  # what the submission says
    line: Line | None = None  # that searched it
    stack: tuple[str, ...] | None = None  # from the bottom
    payoff: Number | None = None  # of a playout, MAX's

    def differing_fields(self) -> tuple[str, ...]:
        """Where the submission has something else than was known: names of `Own`."""
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
    """One test as it is replayed: the submission's search beside the accepted one."""

    tree: GameTree
    submission: tuple[Step, ...]
    accepted: tuple[Step, ...]
    marks: Marks
    wrong: int | None = None  # first wrong step, or the length if it ended early
    sentence: str = ""  # on what went wrong there
    line: Line | None = None  # to look at

    @property
    def label_to_show(self) -> str:
        """The node to be seen: of the first wrong step, or value, or where it ended."""
        if self.marks.wrong_at:
            return self.marks.wrong_at
        if self.marks.unfinished and self.submission:
            return self.submission[-1].label
        nodes, focus = self.tree.nodes, self.tree.root.label
        below = {n.label: {nodes[child].label for child in n.children} for n in nodes}
        for step in self.submission:
            if "returned" in step.differing_fields() and step.label in below[focus]:
                focus = step.label
        return focus
