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
Estimate = Callable[["State"], "Value | None"]
Clock = Callable[[], bool]


class View(NamedTuple):
    """What is known of a node once it has been visited.

    Where the game is over it has a utility, and else successors, unless nobody has laid
    out the game further than this.
    """

    to_move: str
    successors: tuple[tuple[str, State], ...]
    utility: Value | None
    probabilities: tuple[float, ...] = ()
    quiet: bool = True


class Facts(NamedTuple):
    """What is known of a game before anything is asked.

    `depth` is how many plies a search may look ahead, 0 where it has no such limit.
    `apart` says that no two nodes have states that are equal; `data` is what a tree's
    author says of the whole game.
    """

    players: tuple[str, ...] = (MAX, MIN)
    bounds: tuple[Number, Number] | None = None
    depth: int = 0
    apart: bool = False
    data: tuple[tuple[str, Content], ...] = ()


USUAL = Facts()
ALL: Any = object()  # in place of a player: the payoffs of all, where each has one


class State:
    """One state of the game; it prints as its label.

    Two states are equal when they are the same position of the same game: the
    label without its `#2`, `#3`, …, which tell repeated positions apart. Where nodes
    are `apart`, each is equal to itself alone.
    """

    __slots__ = ("_content", "_game", "_handle", "_key", "_label", "_view")

    def __init__(
        self,
        game: object,
        handle: int,
        label: str,
        content: Content = None,
        *,
        apart: bool = False,
    ) -> None:
        self._game = game
        self._handle = handle
        self._label = label
        self._key = label if apart else position_of(label)
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
            and self._key == other._key
            and self._game is other._game
        )

    def __hash__(self) -> int:
        return hash(self._key)

    def __copy__(self) -> State:
        return self

    def __deepcopy__(self, _memo: object) -> State:
        return self


def position_of(label: str) -> str:
    """The position that a label names: `(0,1)-A#2` is the position `(0,1)-A`."""
    return label.partition("#")[0]


def hashable_content(content: Content) -> Content:
    """The content as a student sees it: hashable, with tuples for lists."""
    return (
        tuple(map(hashable_content, content)) if isinstance(content, list) else content
    )


class Game:
    """The rules of one game tree: who moves, which moves there are, who has won.

    One that forgets asks for a state each time anew, so that each question is seen.
    """

    __slots__ = (
        *("_clock", "_estimate", "_facts", "_fetch", "_forgets", "_left"),
        "_play",
    )

    def __init__(
        self,
        fetch: Fetch,
        estimate: Estimate | None = None,
        facts: Facts = USUAL,
        clock: Clock | None = None,
        play: Estimate | None = None,
    ) -> None:
        self._fetch = fetch
        self._estimate = estimate
        self._facts = facts
        self._clock = clock
        self._play = play
        self._forgets = False
        self._left: Callable[[], int] | None = None

    def to_move(self, state: State) -> str:
        """Whose turn it is: `"max"`, `"min"`, `"chance"`, or a player's name."""
        return self._look("to_move", state).to_move

    def actions(self, state: State) -> tuple[str, ...]:
        """The legal actions, in the tree's order; none in a terminal state."""
        return tuple([a for a, _ in self._below("actions", state)])

    def result(self, state: State, action: str) -> State:
        """The state that `action` leads to; ValueError if it is not legal."""
        for legal, successor in self._below("result", state):
            if legal == action:
                return successor
        found = repr(action)[:60]
        raise ValueError(f"result({state}, {found}): not a legal action in {state}")

    def successors(self, state: State) -> tuple[tuple[str, State], ...]:
        """Each legal action with the state that it leads to."""
        return self._below("successors", state)

    def outcomes(self, state: State) -> tuple[tuple[float, State], ...]:
        """Each outcome of chance, its probability first; ValueError where it is none.

        They stand in the order of `successors`.
        """
        view = self._look("outcomes", state)
        if view.to_move != CHANCE or not view.successors:
            raise ValueError(f"outcomes({state}): chance does not move in {state}")
        states = [successor for _, successor in view.successors]
        return tuple(zip(view.probabilities, states, strict=True))

    def is_terminal(self, state: State) -> bool:
        """Whether the game is over in this state."""
        return self._look("is_terminal", state).utility is not None

    def is_cutoff(self, state: State, d: int) -> bool:
        """Whether the search stops here, `d` plies deep.

        The game is over, or it is as deep as it may be and the state is quiet.
        """
        view, depth = self._look("is_cutoff", state), self._facts.depth
        return view.utility is not None or bool(depth and d >= depth and view.quiet)

    def is_quiet(self, state: State) -> bool:
        """Whether the estimate of a state may be trusted."""
        return self._look("is_quiet", state).quiet

    def utility(self, state: State, player: str = ALL) -> Any:
        """The payoff of a terminal state to a player; ValueError elsewhere.

        If none is named, it is MAX's, or the tuple of those of all players.
        """
        payoff = self._look("utility", state).utility
        if payoff is None:
            raise ValueError(f"utility({state}): {state} is not a terminal state")
        return self._to("utility", state, payoff, player)

    def evaluate(self, state: State, player: str = ALL) -> Any:
        """The estimate of a state, its utility where it is terminal.

        For a player as `utility` is. ValueError where there is no estimate.
        """
        self._check("evaluate", state)
        estimate = self._estimate(state) if self._estimate else None
        if estimate is None:
            raise ValueError(f"evaluate({state}): there is no estimate of {state}")
        return self._to("evaluate", state, estimate, player)

    def playout(self, state: State, player: str = ALL) -> Any:
        """The payoff at the end of a random play from a state on.

        For a player as `utility` is, which it is where the game is over. The moves are
        drawn by the grader, and nobody is told them. ValueError where no question asks
        for playouts.
        """
        self._check("playout", state)
        payoff = self._play(state) if self._play else None
        if payoff is None:
            raise ValueError(f"playout({state}): this question has no playouts")
        return self._to("playout", state, payoff, player)

    def time_is_up(self) -> bool:
        """Whether a search has visited all that it may, states met again counted too.

        It never is where nothing says how much that would be.
        """
        return self._clock is not None and self._clock()

    def visits_left(self) -> int:
        """How many states the mover may still visit in this match.

        ValueError where no match is played.
        """
        if self._left is None:
            raise ValueError("visits_left(): this question is no match")
        return self._left()

    def players(self) -> tuple[str, ...]:
        """The names of the players, in the order of the payoffs."""
        return self._facts.players

    def bounds(self) -> tuple[Number, Number]:
        """The least and the greatest utility there can be.

        ValueError where the game does not tell.
        """
        if self._facts.bounds is None:
            raise ValueError("bounds(): this game does not tell its bounds")
        return self._facts.bounds

    def depth(self) -> int | None:
        """How many plies a search may look ahead; None where the tree has no depth."""
        return self._facts.depth or None

    def data(self) -> dict[str, Content]:
        """What the tree's author says of the whole game; a new dictionary each time."""
        return dict(self._facts.data)

    def _to(self, call: str, state: State, payoff: Value, player: str | None) -> Value:
        players = self._facts.players
        if player is ALL:
            return payoff
        if player in players and isinstance(payoff, tuple):
            return payoff[players.index(player)]
        if player in players and not isinstance(payoff, tuple):
            return payoff if player == MAX else -payoff
        known = " or ".join(f'"{name}"' for name in players)
        found = repr(player)[:60]
        raise ValueError(f"{call}({state}, {found}): the player is {known}")

    def _below(self, call: str, state: State) -> tuple[tuple[str, State], ...]:
        view = self._look(call, state)
        if not view.successors and view.utility is None:
            raise ValueError(
                f"{call}({state}): the search goes too deep; no more is laid out"
            )
        return view.successors

    def _look(self, call: str, state: State) -> View:
        if type(state) is not State:
            self._check(call, state)
        view = state._view
        if view is None or self._forgets:
            view = state._view = self._fetch(state)
        return view

    def _check(self, call: str, state: State) -> None:
        if type(state) is not State:
            found = repr(state)[:60]
            raise TypeError(f"{call}: expected a state of the game, got {found}")

    def __deepcopy__(self, _memo: object) -> Game:
        return self
