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
from autograder.trees.rules import (
    OPENSPIEL,
    BadGame,
    RuleGame,
    blaming_rules,
    can_name_moves,
    game_with_options,
    moves_of,
    node_of,
)

SHOWN = 300  # characters of what a game says
TWO = "{}: a match has two players, and this game has {}"
NO_CHANCE = "{}: a match has no chance, and this game has"


@dataclass(slots=True, eq=False)
class Spot:
    """A position on the board: its label, and what a state of it holds.

    What follows is there once the board was asked for it: who is to move, what it is
    worth to MAX, and the actions with the spots that they lead to.
    """

    position: Any
    label: str
    content: Content
    to_move: str = ""  # "max" or "min"
    utility: Number | None = None  # where the game is over
    estimate: Number | None = None
    below: dict[str, Spot] = field(default_factory=dict)


class Board:
    """The spots of a game, by label; AssignmentError where its rules fail."""

    def __init__(self, rules: RuleGame, path: Path) -> None:
        self._rules, self._path = rules, path
        self._spots: dict[str, Spot] = {}
        with self._blaming():
            self.start = self.opened(self._spot(rules.initial()))
        if self.start.utility is not None:
            raise AssignmentError(f"{self.start.label}: the game is over at its start")

    def opened(self, spot: Spot) -> Spot:
        """The spot with all that follows from it by one action."""
        if not spot.to_move:
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
        estimate = getattr(rules, "evaluate", None)
        worth = (
            None if below else rules.utility(position),
            estimate(position) if estimate and below else None,
        )
        node: Any = node_of(rules, position, {}, worth)
        spots = [self._spot(each) for each in below]
        names = tuple([each.label for each in spots])
        if can_name_moves(type(rules)):
            names = moves_of(rules, position, len(below))
        spot.below = dict(zip(names, spots, strict=True))
        spot.utility, spot.estimate, spot.to_move = *worth, node.to_move

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
            with blaming_rules(self._path):
                yield
        except BadGame as fault:
            raise AssignmentError(clean(f"the game's rules: {fault}", SHOWN)) from None


def opened_board(
    game: str, options: Mapping[str, Content], games: Mapping[str, Path]
) -> Board:
    """The board of a game by its name, one of these or of OpenSpiel's.

    Raises AssignmentError where there is no such game, or an option does not fit.
    """
    if game not in (*games, OPENSPIEL):
        there = listed((*games, OPENSPIEL), len(games) + 1)
        unknown = clean(game, SHOWN)
        raise AssignmentError(f"there is no game {unknown}; there are {there}")
    path = games.get(game, Path(OPENSPIEL))
    try:
        is_spiel = game == OPENSPIEL
        rules = _of_openspiel(options) if is_spiel else game_with_options(path, options)
    except (BadGame, OptionError) as fault:
        raise AssignmentError(clean(f"{game}: {fault}", SHOWN)) from None
    return Board(rules, path)


def _of_openspiel(options: Mapping[str, Content]) -> RuleGame:
    named = openspiel.named_game(options)
    with openspiel.game_of(named) as game:
        if game.num_players() != 2:
            raise BadGame(TWO.format(named.name, game.num_players()))
        if game.get_type().chance_mode.name != "DETERMINISTIC":
            raise BadGame(NO_CHANCE.format(named.name))
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
