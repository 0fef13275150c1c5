"""Each kind of step of a search by playouts is judged by the playouts before it."""

from __future__ import annotations

from collections.abc import Sequence

from autograder.kinds.playouts.computing import (
    CHOICE,
    END,
    EXPANSION,
    SELECTION,
    STEPS,
    Seat,
    facet_indices,
    facets,
    steps,
    telling_counts,
)
from autograder.kinds.playouts.judging import PlayoutsObserved
from autograder.observing.observation import Observation
from autograder.observing.outcome import CRASH, Fault, Outcome, Returned
from autograder.project import load_module
from autograder.trees import file as treefile
from tests.cases import for_each
from tests.small import ROOT

# B and C are worth 1 and -1 to MAX, who moves at the root A: both end the game. After a
# playout of each N is 1 and U is 1 and -1, so that B is due until UCB1 of C is greater.
ENDS = treefile.parse("iterations: 4\ntree: {A: {B: 1, C: -1}}\n")
A, B, C = 0, 1, 2
OF_MAX = f"{SELECTION}/max/max"


def made(*played: int, action: str = "B") -> dict[str, Sequence[bool]]:
    """The steps of these playouts, without those of which there is none."""
    return {name: row for name, row in steps(ENDS, played, action).items() if row}


def test_right_steps() -> None:
    """B and C are tried in turn; then the better one is, and chosen."""
    assert made(B, C, B, B) == {
        END: [True] * 4,
        EXPANSION: [True] * 4,
        OF_MAX: [True, True],
        CHOICE: [True],
    }


@for_each(
    "played, action, name",
    [
        ((C, B, B, B), "B", EXPANSION),  # the last action is tried first
        ((A, B, C, B), "B", EXPANSION),  # the playout comes from the root
        ((B, B, C, B), "B", EXPANSION),  # one is tried again before the other
        ((B, C, C, B), "B", OF_MAX),  # the worse one is selected
        ((B, C, B, B), "C", CHOICE),  # the one of fewest playouts
    ],
)
def test_a_wrong_step_hides_no_other(
    played: Sequence[int], action: str, name: str
) -> None:
    """It alone is wrong, though the playouts behind it are not the right ones."""
    wrong = [each for each, row in made(*played, action=action).items() if not all(row)]
    assert wrong == [name]


def observed(outcome: Outcome, *played: int) -> PlayoutsObserved:
    """A call that made these playouts."""
    return PlayoutsObserved(Observation("mcts_search", "", outcome), played)


def test_a_search_that_breaks_off_has_no_end() -> None:
    """What it did before is right as far as it came."""
    due = steps(ENDS, (B, C, B, B), "B")
    broken = facets(ENDS, due, observed(Fault(CRASH), B, C))
    right = facets(ENDS, due, observed(Returned("str", text="B"), B, C, B, B))
    assert all(right)
    ended, *_ = [broken[place] for place in facet_indices(END)]
    assert not ended
    assert all(broken[place] for place in facet_indices(EXPANSION))
    assert not any([broken[place] for place in facet_indices(OF_MAX)][1:])


def test_a_choice_tells_where_neither_the_mean_nor_the_bound_is_the_same() -> None:
    """U / N of B and C is 0 and 1; behind B, C, B UCB1 is 1.05 and 2.48, and N 2 and 1.

    As long as N is 1 and 1, nothing has been selected.
    """
    tree = treefile.parse("iterations: 9\ntree: {A: {B: 0, C: 1}}\n")
    assert [*telling_counts(tree, (B, C, B, B))] == [3, 4]
    assert [*telling_counts(tree, (B, C, C, C))] == []


def test_the_reference_makes_right_steps_alone() -> None:
    """On a tree of the unit in which each player moves below the root."""
    tree = treefile.load(
        ROOT / "test_trees" / "monte_carlo" / "deep" / "min_first.yaml"
    )
    seat = Seat(tree, apart=True)
    search = load_module(ROOT / "reference" / "monte_carlo.py").mcts_search
    action = str(seat.run(search))
    every = steps(tree, seat.played, action)
    assert all(all(row) for row in every.values())
    of_max = {name for name in STEPS if name.startswith(OF_MAX.rpartition("/")[0])}
    assert {name for name, row in every.items() if row} == {*STEPS} - of_max
