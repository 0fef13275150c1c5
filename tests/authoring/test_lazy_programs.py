"""The programs that search nothing: what each returns, and where they stop."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

from autograder.answers.board import local_game
from autograder.authoring.lazy import PROGRAMS
from autograder.project import load_module
from autograder.trees import file as treefile
from tests.cases import for_each

LOTTERY = "players: [max, chance]\ntree: {A: {B: {B1: 1, B2: 3}, C: 8}}"
SHORT = "depth: 1\nevaluate: {B: 5}\ntree: {A: {B: {B1: 1, B2: 9}, C: 8}}"
ROUND = "rounds: 1\nevaluate: {B1: 4, C1: 2}\ntree: {A: {B: {B1: [9]}, C: {C1: [7]}}}"
UNEVEN = "tree: {A: {B: {D: {D1: 1}, E: 2}, C: {C1: 3, C2: 4}}}"
MANY = "players: [X, Y]\ntree: {A: {B: {B1: 1 2, B2: 3 0}}}"


@pytest.fixture
def programs() -> ModuleType:
    """A module of its own, whose numbers may be set."""
    return load_module(PROGRAMS)


def made(programs: ModuleType, name: str, text: str, *given: int) -> Any:
    """What one of them returns at the root."""
    game, root, _ = local_game(treefile.parse(text))
    return getattr(programs, name)(game, root, *given)


@for_each(
    "name, value",
    [
        ("number", 0),
        ("first_leaf", 1),
        ("touch_all", 0),
        ("touch_all_first", 1),
        ("touch_all_last", 8),
        ("touch_all_median", 3),
        ("touch_all_mean", 4),
        ("touch_all_smallest", 1),
        ("touch_all_largest", 8),
        ("touch_all_best", 8),
        ("minimax", 8),
        ("best_action", "C"),
    ],
)
def test_of_leaves_worth_1_3_and_8(
    programs: ModuleType, name: str, value: float | str
) -> None:
    """Only minimax weighs what chance does."""
    assert made(programs, name, LOTTERY) == value


@pytest.mark.parametrize(
    "place, fewer, action, line",
    [
        (0, -1, "B", ["B", "D", "D1"]),
        (1, -1, "C", ["C", "C2"]),
        (9, -1, "C", ["C", "C2"]),
        (9, 0, "B", ["B", "D", "D1"]),
    ],
)
def test_the_action_at_a_place(
    programs: ModuleType, place: int, fewer: int, action: str, line: list[str]
) -> None:
    """Where there are fewer that which is asked for, at each node of a line, too."""
    programs.PLACE, programs.FEWER = place, fewer  # type: ignore[attr-defined]
    assert made(programs, "action_at_place", UNEVEN) == action
    assert made(programs, "line_at_place", UNEVEN) == line


AT_THE_HORIZON = ("touch_all_smallest", "minimax", "first_leaf", "best_action")


@pytest.mark.parametrize(
    "text, name, given, found",
    [
        (SHORT, "depth", 1, (5, 8, 5, "C")),
        (SHORT, "d", 0, (5, 8, 5, "C")),
        (ROUND, "rounds", 1, (2, 4, 4, "B")),
    ],
)
def test_they_stop_at_the_horizon(
    programs: ModuleType, text: str, name: str, given: int, found: tuple[object, ...]
) -> None:
    """What they return there are the estimates, and no leaf further down."""
    programs.NAMES = (name,)  # type: ignore[attr-defined]
    each = tuple(made(programs, rule, text, given) for rule in AT_THE_HORIZON)
    assert each == found


def test_payoffs_of_several_players(programs: ModuleType) -> None:
    """The mean is that of each place; the best is the mover's own."""
    assert made(programs, "touch_all_mean", MANY) == (2, 1)
    assert made(programs, "touch_all_best", MANY) == (3, 0)
    assert made(programs, "minimax", MANY) == (1, 2)
