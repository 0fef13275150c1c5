"""The `game` that a submission is called with, and the states it is asked about.

This runs in the student's process, so it holds nothing but what was asked for:
asking about a state for the first time is what visits the node.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

MAX, MIN, CHANCE = "max", "min", "chance"
LARGEST = 2**53  # integers up to here are exact as floats, too

Number = int | float
Payoffs = tuple[Number, ...]  # one a player, in the order of `players`
Value = Number | Payoffs
Content = Any
Fetch = Callable[["State"], "View"]


class View(NamedTuple):
    """What is known of a node once it has been visited."""

    to_move: str
    successors: tuple[tuple[str, State], ...]
    utility: Number | None


class State:
    """One state of the game; it prints as its label.

    Two states are equal when they are the same position of the same game: the
    label without its `#2`, `#3`, …, which tell repeated positions apart.
    """

    __slots__ = ("_content", "_game", "_handle", "_label", "_view")

    def __init__(
        self, game: object, handle: int, label: str, content: Content = None
    ) -> None:
        self._game = game
        self._handle = handle
        self._label = label
        self._content = content
        self._view: View | None = None

    @property
    def data(self) -> Content:
        """The content of the position where the game has one (Nim: the piles)."""
        return self._content

    def __repr__(self) -> str:
        return self._label

    def __eq__(self, other: object) -> bool:
        return (
            type(other) is State
            and position_of(self._label) == position_of(other._label)
            and self._game is other._game
        )

    def __hash__(self) -> int:
        return hash(position_of(self._label))

    def __copy__(self) -> State:
        return self

    def __deepcopy__(self, _memo: object) -> State:
        return self


def position_of(label: str) -> str:
    """The position that a label names: `(0,1)-A#2` is the position `(0,1)-A`."""
    return label.partition("#")[0]


def frozen(content: Content) -> Content:
    """The content as a student sees it: hashable, with tuples for lists."""
    return tuple(map(frozen, content)) if isinstance(content, list) else content


class Game:
    """The rules of one game tree: who moves, which moves there are, who has won."""

    __slots__ = ("_fetch",)

    def __init__(self, fetch: Fetch) -> None:
        self._fetch = fetch

    def to_move(self, state: State) -> str:
        """`"max"` or `"min"`: the player whose turn it is."""
        return self._look("to_move", state).to_move

    def actions(self, state: State) -> tuple[str, ...]:
        """The legal actions, in the tree's order; none in a terminal state."""
        return tuple([a for a, _ in self._look("actions", state).successors])

    def result(self, state: State, action: str) -> State:
        """The state that `action` leads to; ValueError if it is not legal."""
        for legal, successor in self._look("result", state).successors:
            if legal == action:
                return successor
        found = repr(action)[:60]
        raise ValueError(f"result({state}, {found}): not a legal action in {state}")

    def successors(self, state: State) -> tuple[tuple[str, State], ...]:
        """Each legal action with the state that it leads to."""
        return self._look("successors", state).successors

    def is_terminal(self, state: State) -> bool:
        """Whether the game is over in this state."""
        return not self._look("is_terminal", state).successors

    def utility(self, state: State, player: str = MAX) -> Number:
        """The payoff of a terminal state to `player`; ValueError elsewhere."""
        payoff = self._look("utility", state).utility
        if payoff is None:
            raise ValueError(f"utility({state}): {state} is not a terminal state")
        if player == MAX:
            return payoff
        if player == MIN:
            return -payoff
        found = repr(player)[:60]
        raise ValueError(f'utility({state}, {found}): the player is "max" or "min"')

    def _look(self, call: str, state: State) -> View:
        if type(state) is not State:
            found = repr(state)[:60]
            raise TypeError(f"{call}: expected a state of the game, got {found}")
        view = state._view
        if view is None:
            view = state._view = self._fetch(state)
        return view

    def __deepcopy__(self, _memo: object) -> Game:
        return self
