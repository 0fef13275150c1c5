"""The sentences on a search by playouts."""

from __future__ import annotations

from autograder.assignment.questions import Points
from autograder.kinds.playouts.judging import (
    NONE,
    Tried,
    WrongCredit,
    WrongPlayout,
    judge,
    seen,
)
from autograder.kinds.playouts.question import (
    FACETS,
    Played,
    PlayoutQuestion,
    PlayoutTest,
)
from autograder.kinds.playouts.words import (
    AT_AN_END,
    NEVER_ASKED,
    NEW_STATE,
    OF_EQUALS,
    SLIPS,
    credit_sentence,
    details,
    distinguishable_texts,
    playout_sentence,
)
from autograder.observing.outcome import CRASH, TIMEOUT, Fault
from autograder.trees import file as treefile
from autograder.words.blocks import Hint
from tests.cases import for_each

TREE = treefile.parse("iterations: 9\ntree: {A: {B: {D: 1, E: 0}, C: {F: -1, G: 1}}}\n")
A, B, C, D, E, F, G = (TREE.labels().index(label) for label in "ABCDEFG")
FIRST = Tried(index=B, utility=1, playouts=3, ucb1=1.9336)
SECOND = Tried(index=C, utility=-2, playouts=1, ucb1=2.0149)


SELECTED = (
    "iteration 7: your search went on to B, where UCB1 is 1.93; C was due with 2.01: "
    "after iteration 5 B has 3 playouts and U = 1, C 1 playout and U = -2"
)
EQUAL = (
    "iteration 7: your search went on to C, where UCB1 is 2.01; C has the same, and "
    f"{OF_EQUALS}"
)
OVER_AT_D = (
    "ended after 3 playouts of 9: one was due from D, where the game is over, and that "
    "counts, too"
)
TOO_MANY = "asked for a playout more than there are iterations: 9 iterations"
NOT_ADDED = (
    "iteration 3: your search asked for a playout from B, where D was to be added: "
    f"{NEW_STATE}"
)
BELOW = "iteration 2: your search asked for a playout from D, below B, which was due"
ORDER = "iteration 1: your search tried C before B: the first untried comes first"
UNTRIED = "iteration 2: your search went on to B, where C was not tried yet"


@for_each(
    "wrong, said",
    [
        (WrongPlayout(7, D, F, A, B, C, (FIRST, SECOND), 5), SELECTED),
        (WrongPlayout(7, D, F, A, C, B, (SECOND, SECOND), 5), EQUAL),
        (WrongPlayout(1, NONE, B), NEVER_ASKED),
        (WrongPlayout(4, NONE, B), "ended after 3 playouts of 9"),
        (WrongPlayout(4, NONE, D), OVER_AT_D),
        (WrongPlayout(10, B, NONE), TOO_MANY),
        (WrongPlayout(3, B, D, B, NONE, D), NOT_ADDED),
        (WrongPlayout(2, D, B, B, D, NONE), BELOW),
        (WrongPlayout(1, C, B, A, C, B), ORDER),
        (WrongPlayout(2, D, C, A, B, C, after=1), UNTRIED),
    ],
)
def test_the_first_wrong_playout(wrong: WrongPlayout, said: str) -> None:
    """With what stands at the nodes where selection decides."""
    assert playout_sentence(wrong, TREE) == said


def test_a_wrong_credit() -> None:
    """Whose payoff belongs there, and what was given; each slip has words."""
    for slip, words in SLIPS.items():
        credit = WrongCredit(
            slip=slip, iteration=3, node=D, payoff=1, seen=1, wanted=-1
        )
        said = credit_sentence(credit, TREE)
        assert "MIN moves into D, so U of D counts what MIN gets." in said
        assert said.endswith(f"gives {words}.")


@for_each(
    "one, other, said",
    [
        (1.0, 2.0, ("1.00", "2.00")),
        (1.1234, 1.1239, ("1.123", "1.124")),
        (1.5, 1.5, ("1.50", "1.50")),
    ],
)
def test_numbers_are_told_apart(
    one: float, other: float, said: tuple[str, str]
) -> None:
    """With as many digits as that takes."""
    assert distinguishable_texts(one, other) == said


QUESTION = PlayoutQuestion("mcts", "monte_carlo", "mcts_search", facets=FACETS)
TEST = PlayoutTest(
    QUESTION, "one", TREE, points=Points(tuple((facet, 1.0) for facet in FACETS))
)


@for_each(
    "made, kind, hinted",
    [
        ((B, C, D, E, F, G), CRASH, (AT_AN_END.format(7, "D"),)),
        ((B, C), CRASH, ()),  # D is due, and new: it is its parent that is expanded
        ((B, C, D, E, F, E), CRASH, ()),  # it went wrong before
        ((B, C, D, E, F, G), TIMEOUT, ()),
    ],
)
def test_who_expands_an_end_of_the_game_is_told(
    made: tuple[int, ...], kind: str, hinted: tuple[str, ...]
) -> None:
    """If the search breaks off where a state in which it is over is due once more."""
    right = Played(TREE.fingerprint(), "C", (B, C, D, E, F, G, D, F, F))
    result = judge(TEST, right, seen(TEST, Fault(kind, type="IndexError"), made))
    blocks = [block for passage in details(result) for block in passage]
    assert tuple(block.text for block in blocks if isinstance(block, Hint)) == hinted
