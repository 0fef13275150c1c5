"""The positions of a game, each made when it is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from autograder.errors import AssignmentError, OptionError
from autograder.game import MAX, MIN, Content, Number
from autograder.text import clean, listed
from autograder.trees import openspiel
from autograder.trees.explicit import LONGEST_LABEL
from autograder.trees.marked import unknown_key
from autograder.trees.rules import (
    OPENSPIEL,
    BadGame,
    RuleGame,
    can_name_moves,
    failure_sentence,
    moves_of,
    node_of,
    options_of,
    rules_of,
)
from autograder.trees.tree import Node

NAME = "name"  # which game of OpenSpiel
SHOWN = 300  # characters of what a game says
TWO = "{}: a match has two players, and this game has {}"
NO_CHANCE = "{}: a match has no chance, and this game has"
MISSING = (
    f"OpenSpiel is not installed; `{openspiel.INSTALL}` needs Python 3.11 or newer"
)


@dataclass(slots=True, eq=False)
class Spot:
    """A position on the board: its label, and what a state of it holds.

    What follows is there once the board was asked for it: its node, and the actions
    with the spots that they lead to.
    """

    position: Any
    label: str
    content: Content
    node: Node | None = None
    below: dict[str, Spot] = field(default_factory=dict)

    @property
    def to_move(self) -> str:
        """Whose turn it is, `"max"` or `"min"`."""
        assert self.node is not None
        return self.node.to_move

    @property
    def utility(self) -> Number | None:
        """MAX's payoff where the game is over, else None."""
        assert self.node is not None
        payoff = self.node.utility
        assert not isinstance(payoff, tuple)
        return payoff


class Board:
    """The spots of a game, by label; AssignmentError where its rules fail."""

    def __init__(self, rules: RuleGame, path: Path | None) -> None:
        self._rules, self._path = rules, path
        self._named = can_name_moves(type(rules))
        self._spots: dict[str, Spot] = {}
        with self._blaming():
            self.start = self.opened(self._spot(rules.initial()))
        if self.start.utility is not None:
            raise AssignmentError(f"{self.start.label}: the game is over at its start")

    def opened(self, spot: Spot) -> Spot:
        """The spot with all that follows from it by one action."""
        if spot.node is None:
            with self._blaming():
                self._open(spot)
        return spot

    def along(self, line: Sequence[int]) -> Spot:
        """The spot behind a line of play, whose actions go by their places."""
        spot = self.start
        for place in line:
            spot = self.opened([*spot.below.values()][place])
        return spot

    def _open(self, spot: Spot) -> None:
        rules, position = self._rules, spot.position
        below = rules.successors(position)
        estimate = getattr(rules, "evaluate", None) if below else None
        worth = (
            None if below else rules.utility(position),
            estimate(position) if estimate else None,
        )
        spots = [self._spot(each) for each in below]
        names = tuple([each.label for each in spots])
        if self._named:
            names = moves_of(rules, position, len(below))
        spot.node = node_of(rules, position, {}, worth)
        spot.below = dict(zip(names, spots, strict=True))

    def _spot(self, position: Any) -> Spot:
        label = self._rules.label(position)
        if label not in self._spots:
            content = self._rules.content(position)
            self._spots[label] = Spot(position, label, content)
        return self._spots[label]

    @contextmanager
    def _blaming(self) -> Iterator[None]:
        """AssignmentError for whatever the rules of the game raise."""
        try:
            yield
        except BadGame as fault:
            raise AssignmentError(clean(f"the game's rules: {fault}", SHOWN)) from None
        except Exception as fault:  # noqa: BLE001 - a course's own rules may do it
            told = failure_sentence(fault, self._path or Path("the game"))
            raise AssignmentError(clean(told, SHOWN)) from None


def opened_board(
    game: str, options: Mapping[str, Content], games: Mapping[str, Path]
) -> Board:
    """The board of a game by its name, one of these or of OpenSpiel's.

    Raises AssignmentError where there is no such game, or an option does not fit.
    """
    try:
        if game == OPENSPIEL:
            return Board(_of_openspiel(dict(options)), None)
        if game not in games:
            there = listed((*games, OPENSPIEL), len(games) + 1)
            unknown = clean(game, SHOWN)
            raise AssignmentError(f"there is no game {unknown}; there are {there}")
        return Board(_with_options(games[game], options), games[game])
    except (BadGame, OptionError) as fault:
        raise AssignmentError(clean(f"{game}: {fault}", SHOWN)) from None


def _with_options(path: Path, options: Mapping[str, Content]) -> RuleGame:
    """The rules of a game's module; OptionError where an option does not fit."""
    rules = rules_of(path)
    needed = options_of(rules)
    for key in options:
        if key not in needed:
            raise OptionError(key, unknown_key(key, tuple(needed)))
    lacking = tuple(key for key, must in needed.items() if must and key not in options)
    if lacking:
        raise OptionError(lacking[0], f"this game needs {listed(lacking)}")
    return rules(**options)


def _of_openspiel(options: dict[str, Content]) -> RuleGame:
    name = options.pop(NAME, None)
    if not isinstance(name, str):
        raise AssignmentError(f"{OPENSPIEL} needs a name, such as name=othello")
    if not openspiel.is_installed():
        raise AssignmentError(MISSING)
    named = openspiel.NamedGame(name, tuple(options.items()))
    with openspiel.game_of(named) as game:
        if game.num_players() != 2:
            raise BadGame(TWO.format(name, game.num_players()))
        if game.get_type().chance_mode.name != "DETERMINISTIC":
            raise BadGame(NO_CHANCE.format(name))
        return _Spiel(game)


class _Spiel:
    """A game of OpenSpiel by its rules; a position is known by the moves before it."""

    def __init__(self, game: Any) -> None:
        self._game = game

    def initial(self) -> Any:
        """The state in which it starts."""
        return self._game.new_initial_state()

    def to_move(self, state: Any) -> str:
        """The first player is MAX."""
        return MAX if state.is_terminal() or state.current_player() == 0 else MIN

    def successors(self, state: Any) -> tuple[Any, ...]:
        """The states one action on."""
        return tuple([state.child(action) for action in state.legal_actions()])

    def moves(self, state: Any) -> tuple[str, ...]:
        """OpenSpiel's names for them."""
        names = map(state.action_to_string, state.legal_actions())
        return tuple([" ".join(name.split()) for name in names])

    def utility(self, state: Any) -> float:
        """The first player's return."""
        payoff: float = state.returns()[0]
        return int(payoff) if payoff.is_integer() else payoff

    def label(self, state: Any) -> str:
        """The moves before it, by their numbers, or where these are many a digest."""
        moves = "-".join(["s", *map(str, state.history())])
        digest = sha256(moves.encode()).hexdigest()
        is_long = len(moves) > LONGEST_LABEL
        return f"s-{digest[: openspiel.DIGEST]}" if is_long else moves

    def content(self, state: Any) -> str:
        """The board as OpenSpiel prints it."""
        return str(state)
