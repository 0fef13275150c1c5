"""What is said of an order of moves: what it saved, and what it lost."""

from __future__ import annotations

from autograder.judging.verdicts import Verdict
from autograder.kinds.search.judging import Finding
from autograder.kinds.search.visits import Compared, Savings
from autograder.kinds.search.words import savings_bar, sentence
from autograder.observing.observation import Observation
from autograder.observing.outcome import Returned
from autograder.sandbox.oracle import Misorder
from tests.cases import for_each

SAVINGS = Savings(leaves=10, in_tree_order=16, fewest=7, peeked=3)


def finding(verdict: Verdict, wrong: Misorder | None = None) -> Finding:
    """One that 90 % of the leaves are saved."""
    call = Observation(
        function="max_value",
        signature="max_value(game, state)",
        outcome=Returned("int", number=3),
        visited=("A", "B"),
        misordered=wrong,
    )
    visits = Compared(right=True, expected=("A", "B"), savings=SAVINGS)
    return Finding("saved_90", verdict, call, visits=visits)


TOLD = (
    "evaluated 10 leaves, 3 of them at a peek alone; the tree's order takes 16, the "
    "best 7: 66 % saved"
)


def test_what_was_saved_stands_in_numbers() -> None:
    """Its own, the tree's and the fewest; what was asked for where that is more."""
    assert sentence(finding(Verdict.CORRECT)) == TOLD
    assert sentence(finding(Verdict.WRONG_ORDER)) == f"{TOLD}, 90 % asked for"


@for_each(
    "wrong, expected",
    [
        (Misorder("A", missing=("B", "C")), "left out B and C"),
        (Misorder("A", twice=("B",)), "returned B more than once"),
        (
            Misorder("A", missing=("C",), others=("x",)),
            "left out C and returned x, which it was not given",
        ),
        (
            Misorder("A", returned="NoneType"),
            "returned NoneType, expected a list of its actions",
        ),
    ],
)
def test_what_is_no_order_is_told(wrong: Misorder, expected: str) -> None:
    """Before any share: an order has all actions, each once."""
    said = sentence(finding(Verdict.WRONG_ORDER, wrong))
    assert said == f"order(game, A, actions) {expected}"


def test_the_way_is_drawn_a_cell_a_leaf() -> None:
    """From the tree's order to the fewest; a long one has forty cells."""
    assert savings_bar(SAVINGS) == "leaves: 16 ■■■■■■□□□ 7, yours 10"
    assert savings_bar(Savings(18, 16, 7)) == "leaves: 16 □□□□□□□□□ 7, yours 18"
    assert savings_bar(Savings(17, 97, 17)).count("■") == 40
