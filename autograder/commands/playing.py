"""One's own game, played in the terminal: for `debug`, in this very process."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from autograder.assignment.questions import is_told
from autograder.commands.streams import show
from autograder.game import MAX, MIN, Content
from autograder.kinds.game.judging import utility_of
from autograder.kinds.game.question import PlayAnswers, Position, Walk
from autograder.kinds.game.words import shown
from autograder.worker.written import ACTIONS, MOVER, TERMINAL, UTILITY

ASK = "action, or its number; Enter ends: "
PLAYERS = (MAX, MIN)
EXPECTED = "{}, expected {}"

Line = tuple[Content, ...]


@dataclass(frozen=True, slots=True)
class Known:
    """What is right behind the lines that students are told of."""

    answers: PlayAnswers
    places: Mapping[Line, int]

    def at(self, line: Line) -> Position | None:
        """The position behind a line; None where nothing is told of it."""
        place = self.places.get(line)
        return None if place is None else self.answers.positions[place]


def known_positions(answers: PlayAnswers, tests: Sequence[Walk]) -> Known:
    """What is right behind the lines of those tests that are told."""
    lines = (line for t in tests if is_told(t) for line in answers.walked(t))
    return Known(answers, {line.actions: line.position for line in lines})


def play(module: ModuleType, right: Known, ask: Callable[[str], str] = input) -> None:
    """Play until the game is over, or nobody chooses an action any more.

    What the game says is shown state by state, with what is right where that is told.
    Raises what the game raises.
    """
    game = vars(module)
    line: Line = ()
    state = game["initial_state"]()
    while True:
        actions = _told(game, state, right.at(line))
        if game[TERMINAL](state):
            return
        action = _chosen(ask, actions)
        if action is None:
            return
        show(f"\nresult(state, {shown(action)})")
        state, line = game["result"](state, action), (*line, action)


def _told(game: Mapping[str, Any], state: Any, right: Position | None) -> list[Any]:
    """The actions of a state, once it has been shown with what is said of it."""
    show(f"state {state!r}")
    is_over = game[TERMINAL](state)
    show(_line(TERMINAL, is_over, right and right.is_over))
    if is_over:
        for player in PLAYERS:
            is_known = right is not None and right.is_over
            worth = utility_of(right, player) if right and is_known else None
            show(_line(f"{UTILITY} for {player}", game[UTILITY](state, player), worth))
        return []
    show(_line(MOVER, game[MOVER](state), right and right.mover))
    actions = list(game[ACTIONS](state))
    rows = "\n".join(f"  {i}  {each!r}" for i, each in enumerate(actions, 1))
    show(f"{ACTIONS}\n{rows}")
    for missed in _missed(actions, right):
        show(missed)
    return actions


def _line(what: str, said: Any, right: Any) -> str:
    """What was said, and what is right where that is known and something else."""
    told = f"{what} {said!r}"
    is_right = right is None or said == right
    return told if is_right else EXPECTED.format(told, repr(right))


def _missed(actions: Sequence[Any], right: Position | None) -> Iterator[str]:
    """The actions that are missing, and those that are none."""
    if right is None:
        return
    yield from (f"  missing {each!r}" for each in right.actions if each not in actions)
    yield from (
        f"  not legal {each!r}" for each in actions if each not in right.actions
    )


def _chosen(ask: Callable[[str], str], actions: Sequence[Any]) -> Any:
    """An action by its number, or as Python writes it; None where there is none."""
    try:
        text = ask(ASK).strip()
    except EOFError:
        return None
    if not text:
        return None
    if text.isdecimal() and 1 <= int(text) <= len(actions):
        return actions[int(text) - 1]
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return text
