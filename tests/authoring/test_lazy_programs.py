"""The programs that search nothing: what each returns, and where they stop."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

from autograder.answers.board import game_root_and_visits
from autograder.authoring.lazy import PROGRAMS
from autograder.project import load_module
from autograder.trees import file as treefile
from tests.cases import for_each

LOTTERY = "players: [max, chance]\ntree: {A: {B: {B1: 1, B2: 3}, C: 8}}"
SHORT = "depth: 1\nevaluate: {B: 5}\ntree: {A: {B: {B1: 1, B2: 9}, C: 8}}"
ROUND = "rounds: 1\nevaluate: {B1: 4, C1: 2}\ntree: {A: {B: {B1: [9]}, C: {C1: [7]}}}"
DEEP = (
    "tree: {A: {B: {B1: 7, B2: [[4, 6], [9, 9]]}, C: {C1: [2, 9], C2: [8, 5]}, D: -1}}"
)
UNEVEN = "tree: {A: {B: {D: {D1: 1}, E: 2}, C: {C1: 3, C2: 4}}}"
MANY = "players: [X, Y]\ntree: {A: {B: {B1: 1 2, B2: 3 0}}}"


@pytest.fixture
def programs() -> ModuleType:
    """A module of its own, whose numbers may be set."""
    return load_module(PROGRAMS)


def made(programs: ModuleType, name: str, text: str, *given: int) -> Any:
    """What one of them returns at the root."""
    game, root, _ = game_root_and_visits(treefile.parse(text))
    return getattr(programs, name)(game, root, *given)


@for_each(
    "name, value",
    [
        ("number", 0),
        ("first_leaf", 1),
        ("one_path", 8),
        ("one_ply", 8),
        ("one_ply_and_first", 8),
        ("two_plies", 8),
        ("touch_all", 0),
        ("touch_all_first", 1),
        ("touch_all_last", 8),
        ("touch_all_median", 3),
        ("touch_all_mean", 4),
        ("touch_all_smallest", 1),
        ("touch_all_largest", 8),
        ("touch_all_best", 8),
        ("touch_all_mode", 1),
        ("touch_all_replies", 8),
        ("touch_all_mean_below", 8),
        ("last_leaf", 8),
        ("touch_all_deepest", 1),
        # The means are 2 below B and 8 below C.
        ("touch_all_mean_path", 8),
        ("touch_all_worst_mean", 2),
        ("minimax", 8),
        ("best_action", "C"),
    ],
)
def test_of_leaves_worth_1_3_and_8(
    programs: ModuleType, name: str, value: float | str
) -> None:
    """None that touches all weighs what chance does."""
    assert made(programs, name, LOTTERY) == value


@for_each(
    "name, value, action",
    [
        # In sight are -1 at D and 7 at B1; what lies further down counts as 0. So MIN
        # goes on to B2, where the first path ends between 4 and 6.
        ("one_path", 4, "B"),
        ("one_ply", 0, "B"),
        ("two_plies", 0, "B"),
        # The first leaves are 7 below B, 2 below C; below B2 it is 4.
        ("one_ply_and_first", 7, "B"),
        ("two_plies_and_first", 4, "B"),
        # The smallest leaves are 4, 2 and -1; four of ten leaves are 9.
        ("touch_all_replies", 4, "B"),
        ("touch_all_mode", 9, "B"),
        # The means are 7 below B, 6 below C and -1 below D; the path goes on to B1.
        ("touch_all_mean_path", 7, "B"),
        ("touch_all_worst_mean", -1, "D"),
        # MAX at B2 would choose between 4 and 9, MAX at C between 2 and 5.
        ("minimax", 8, "C"),
    ],
)
def test_what_looks_a_ply_or_two_ahead(
    programs: ModuleType, name: str, value: int, action: str
) -> None:
    """Behind the plies it sees nothing, or the first leaf."""
    assert made(programs, name, DEEP) == value
    game, root, _ = game_root_and_visits(treefile.parse(DEEP))
    rule = getattr(programs, name)
    below = programs.BELOW.get(rule, rule)
    assert programs.best_action(game, root, rule=below) == action


def test_a_line_follows_the_best_of_a_rule(programs: ModuleType) -> None:
    """MAX takes B, whose first leaf is 7, and MIN there B2, whose first is 4."""
    game, root, _ = game_root_and_visits(treefile.parse(DEEP))
    line = programs.best_line(game, root, rule=programs.first_leaf)
    assert line[:2] == ["B", "B2"]


@for_each(
    "names, by_mover, value",
    [((), False, 3), (("viewpoint",), False, -3), ((), True, -3)],
)
def test_whose_value_it_is(
    programs: ModuleType, names: tuple[str, ...], *, by_mover: bool, value: int
) -> None:
    """MAX's, that of the viewpoint, or that of the mover, who is MIN."""
    programs.NAMES, programs.BY_MOVER = names, by_mover  # type: ignore[attr-defined]
    game, root, _ = game_root_and_visits(
        treefile.parse("players: [min, max]\ntree: [3, 5]")
    )
    given = ("min",) * len(names)
    assert programs.returned(programs.one_ply, game, root, *given) == value
    assert programs.returned(programs.number, game, root, *given) == 0


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
    assert made(programs, "touch_all_worst_mean", MANY) == (2, 1)
    assert made(programs, "minimax", MANY) == (1, 2)
