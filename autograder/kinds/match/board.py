"""The positions of a game, each made when it is asked for."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from autograder.errors import AssignmentError, OptionError
from autograder.game import MAX, MIN, Content, Number
from autograder.text import clean, listed
from autograder.trees import openspiel, rules
from autograder.trees.explicit import LONGEST_LABEL
from autograder.trees.rules import OPENSPIEL, BadGame, RuleGame

Line = tuple[int, ...]  # actions from the start on, by their places
SHOWN = 300  # characters of what a game says
PLIES = 8  # of a line that is tried at once
TWO = "{}: a match has two players, and this game has {}"
NO_PLAYER = "at {}: a match has two players, max and min, and here {!r:.50} is to move"
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
    """The spots of a game, by label; AssignmentError where its rules fail.

    A visit takes the rules some `seconds`, and tells some `letters`, in the middle of
    the first line of play.
    """

    def __init__(self, game: RuleGame, path: Path) -> None:
        self._game, self._path = game, path
        self._spots: dict[str, Spot] = {}
        with _blaming(path):
            self.start = self.opened(self._spot(game.initial()))
        if self.start.utility is not None:
            raise AssignmentError(f"{self.start.label}: the game is over at its start")
        began, line = time.perf_counter(), [self.start]
        while line[-1].below and len(line) < PLIES:
            line.append(self.opened(next(iter(line[-1].below.values()))))
        self.seconds = (time.perf_counter() - began) / len(line)
        below = (each for spot in line for each in spot.below.values())
        self.letters = sum(len(f"{b.label}{b.content}") for b in below) / len(line)

    def opened(self, spot: Spot) -> Spot:
        """The spot with all that follows from it by one action."""
        if spot.to_move:
            return spot
        game, position = self._game, spot.position
        with _blaming(self._path):
            below = tuple(game.successors(position))
            if (mover := game.to_move(position)) not in (MAX, MIN):
                raise BadGame(NO_PLAYER.format(game.label(position), mover))
            evaluate = getattr(game, "evaluate", None)
            spot.utility = None if below else game.utility(position)
            spot.estimate = evaluate(position) if evaluate and below else None
            worth = spot.utility, spot.estimate
            rules.node_of(game, position, {}, worth)  # which is checked
            spots = [self._spot(each) for each in below]
            names = tuple([each.label for each in spots])
            if rules.can_name_moves(type(game)):
                names = rules.moves_of(game, position, len(below))
            spot.below = dict(zip(names, spots, strict=True))
        spot.to_move = mover
        return spot

    def along(self, line: Line) -> Spot:
        """The spot behind a line of play, whose actions go by their places."""
        spot = self.start
        for place in line:
            spot = self.opened([*spot.below.values()][place])
        return spot

    def _spot(self, position: Any) -> Spot:
        label = self._game.label(position)
        if label not in self._spots:
            self._spots[label] = Spot(position, label, self._game.content(position))
        return self._spots[label]


@contextmanager
def _blaming(path: Path, whose: str = "the game's rules") -> Iterator[None]:
    """AssignmentError for what the rules of a game raise, or an option of it."""
    try:
        with rules.blaming_rules(path):
            yield
    except (BadGame, OptionError) as fault:
        raise AssignmentError(clean(f"{whose}: {fault}", SHOWN)) from fault


def opened_board(
    game: str, options: Mapping[str, Content], games: Mapping[str, Path]
) -> Board:
    """The board of a game by its name, one of these or of OpenSpiel's.

    Raises AssignmentError where there is no such game, or an option does not fit.
    """
    known = (*games, OPENSPIEL)
    if game not in known:
        there, unknown = listed(known, len(known)), clean(game, SHOWN)
        raise AssignmentError(f"there is no game {unknown}; there are {there}")
    path = games.get(game, Path(OPENSPIEL))
    with _blaming(path, game):
        if game != OPENSPIEL:
            return Board(rules.game_with_options(path, options), path)
        named = openspiel.named_game(options)
        with openspiel.game_of(named) as spiel:
            if spiel.num_players() != 2:
                raise BadGame(TWO.format(named.name, spiel.num_players()))
            if spiel.get_type().chance_mode.name != "DETERMINISTIC":
                raise BadGame(NO_CHANCE.format(named.name))
        return Board(_Spiel(spiel), path)


class _Spiel:
    """A game of OpenSpiel by its rules, in which the first player is MAX.

    A position is known by the numbers of the moves before it, or where these are many
    by a digest of them.
    """

    def __init__(self, game: Any) -> None:
        self.initial = game.new_initial_state
        self.content = str  # the board as OpenSpiel prints it

    def to_move(self, state: Any) -> str:
        return MAX if state.is_terminal() or state.current_player() == 0 else MIN

    def successors(self, state: Any) -> tuple[Any, ...]:
        return tuple([state.child(action) for action in state.legal_actions()])

    def moves(self, state: Any) -> tuple[str, ...]:
        names = map(state.action_to_string, state.legal_actions())
        return tuple([" ".join(name.split()) for name in names])

    def utility(self, state: Any) -> float:
        payoff: float = state.returns()[0]
        return int(payoff) if payoff.is_integer() else payoff

    def label(self, state: Any) -> str:
        moves = "-".join(["s", *map(str, state.history())])
        digest = sha256(moves.encode()).hexdigest()[: openspiel.DIGEST]
        return moves if len(moves) <= LONGEST_LABEL else f"s-{digest}"
