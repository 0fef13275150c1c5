"""The share of right playouts, the first that is wrong, and what may be its cause.

The tree's first playouts are known by hand from the rules: B and C are tried in turn,
then a child of either, as UCB1 says.
"""

from __future__ import annotations

from collections.abc import Sequence

from autograder.assignment.questions import Points
from autograder.judging.verdicts import Verdict
from autograder.kinds.playouts.computing import right_playouts
from autograder.kinds.playouts.judging import (
    NONE,
    Growth,
    PlayoutResult,
    judge,
    seen,
    share_of_right_playouts,
    wrong_playout,
)
from autograder.kinds.playouts.question import FACETS, PlayoutQuestion, PlayoutTest
from autograder.observing.outcome import Fault, Outcome, Returned
from autograder.trees import file as treefile
from tests.cases import for_each

TREE = treefile.parse(
    "iterations: 12\ntree: {A: {B: {D: 1, E: 0}, C: {F: -1, G: {H: 1, I: -1}}}}\n"
)
INDEX = {label: index for index, label in enumerate(TREE.labels())}
PLAYED = right_playouts(TREE)
SEQUENCE, ACTION = PLAYED.playouts, PLAYED.action
POINTS = Points((("playouts", 10.0), ("all_playouts", 4.0), ("action", 2.0)))
OTHER = "C" if ACTION == "B" else "B"


def judged(played: Sequence[int], came: Outcome | None = None) -> PlayoutResult:
    """A search with these playouts."""
    question = PlayoutQuestion("mcts", "monte_carlo", "mcts_search", facets=FACETS)
    test = PlayoutTest(question, "one", TREE, points=POINTS)
    outcome = came or Returned("str", text=ACTION)
    return judge(test, PLAYED, seen(test, outcome, played))


def swapped(at: int) -> list[int]:
    """The right playouts, but one: it is made from the root."""
    return [*SEQUENCE[:at], 0, *SEQUENCE[at + 1 :]]


def test_all_is_right() -> None:
    """And earns everything."""
    result = judged(SEQUENCE)
    assert result.verdict is Verdict.CORRECT
    assert result.points == 16
    assert result.wrong is None


@for_each("at, share", [(0, 0), (1, 0), (2, 0), (3, 0.1), (7, 0.5), (11, 0.9)])
def test_the_share_counts_from_the_first_of_each_action(at: int, share: float) -> None:
    """There are two actions and twelve iterations: ten count."""
    assert share_of_right_playouts(TREE, at) == share
    result = judged(swapped(at))
    assert result.verdict is Verdict.WRONG_PLAYOUTS
    assert result.points == 10 * share + 2
    assert result.right == at


@for_each(
    "played, points, iteration, nothing",
    [
        (SEQUENCE[:-1], 9 + 2, 12, "seen"),
        ([*SEQUENCE, 1], 10 + 2, 13, "wanted"),
        ([], 2, 1, "seen"),
    ],
)
def test_one_too_many_or_too_few_is_wrong(
    played: list[int], points: float, iteration: int, nothing: str
) -> None:
    """Where there should be one, or should be none."""
    result = judged(played)
    assert result.points == points
    assert result.wrong is not None
    assert result.wrong.iteration == iteration
    assert getattr(result.wrong, nothing) == NONE


def test_another_action_loses_its_own_points_alone() -> None:
    """As what is no action does."""
    assert judged(SEQUENCE, Returned("str", text=OTHER)).points == 14
    number = judged(SEQUENCE, Returned("number", number=1))
    assert number.verdict is Verdict.WRONG_TYPE
    assert number.points == 14


def test_a_crash_earns_nothing() -> None:
    """However far it came."""
    result = judged(SEQUENCE, Fault("crash", type="ValueError"))
    assert result.verdict is Verdict.CRASHED
    assert result.points == 0


def test_where_two_ways_part_is_told() -> None:
    """Iteration 3 goes down to D or F, and not from the root to a leaf of the other."""
    assert SEQUENCE[2] in (INDEX["D"], INDEX["F"])
    other = INDEX["F"] if SEQUENCE[2] == INDEX["D"] else INDEX["D"]
    wrong = wrong_playout(TREE, [*SEQUENCE[:2], other], PLAYED)
    assert (wrong.iteration, wrong.at) == (3, INDEX["A"])
    assert wrong.values is not None
    tried, due = wrong.values
    assert {tried.index, due.index} == {INDEX["B"], INDEX["C"]}
    assert tried.ucb1 <= due.ucb1
    assert wrong.after == 1 + [INDEX["B"], INDEX["C"]].index(tried.index)


def test_the_root_played_is_no_way_on() -> None:
    """There selection takes no child at all."""
    wrong = wrong_playout(TREE, swapped(4), PLAYED)
    assert (wrong.tried, wrong.values) == (NONE, None)


def test_an_earlier_back_propagation_is_the_cause() -> None:
    """A search that credits MAX's payoff everywhere is told where it first did so."""
    growth = Growth(TREE, lambda _growth, _node, _leaf, payoff: payoff)
    made: list[int] = []
    for _ in range(TREE.iterations):
        made.append(growth.path_to_next_playout()[-1])
        growth.add(made[-1])
    wrong = wrong_playout(TREE, made, PLAYED)
    assert wrong.credit is not None
    assert wrong.credit.slip == "max"
    assert wrong.credit.iteration < wrong.iteration
    assert wrong.credit.seen == -wrong.credit.wanted == wrong.credit.payoff
