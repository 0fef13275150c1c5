"""The words on an order of moves: what it saved, and why it is no order at all."""

from __future__ import annotations

from autograder.assignment.questions import ORDER, SAVED
from autograder.kinds.search.fewest import Savings
from autograder.kinds.search.judging import CaseResult, Finding
from autograder.words.blocks import Passage, Sentence

NAMES = {facet: f"{percent} % saved" for facet, percent in SAVED.items()}


def saved(savings: Savings) -> str:
    """How many leaves were evaluated, of how many, and how much of that was saved."""
    peeked = f", {savings.peeked} of them at a peek alone" if savings.peeked else ""
    return (
        f"evaluated {savings.leaves} leaves{peeked}; the tree's order takes "
        f"{savings.in_tree_order}, the best {savings.fewest}: "
        f"{int(savings.percent)} % saved"
    )


MOST_CELLS = 40


def drawn(savings: Savings) -> str:
    """A line from the leaves of the tree's order to the fewest, and how far it goes."""
    cells = min(savings.way, MOST_CELLS)
    gone = round(cells * savings.percent / 100)
    line = f"{SAVED_CELL * gone}{LEFT_CELL * (cells - gone)}"
    return (
        f"leaves: {savings.in_tree_order} {line} {savings.fewest}, yours "
        f"{savings.leaves}"
    )


SAVED_CELL, LEFT_CELL = "■", "□"


def of_the_leaves(result: CaseResult) -> Passage:
    """What an order saved, drawn, where it is asked for."""
    found = (finding.visits.savings for finding in result.findings)
    savings = next(filter(None, found), None)
    return () if savings is None else (Sentence(drawn(savings)),)


def wrong_order(finding: Finding) -> str:
    """Why an order does not earn its points."""
    wrong, savings = finding.observation.misordered, finding.visits.savings
    if wrong is not None:
        return wrong.told(ORDER)
    assert savings is not None, "only an order that is one is held against savings"
    return f"{saved(savings)}, {SAVED[finding.facet]} % asked for"


def of_all_calls(result: CaseResult) -> str:
    """The first order of a test that was none; "" where all were."""
    calls = (call.misordered for call in result.observed.calls)
    wrong = next(filter(None, calls), None)
    return "" if wrong is None else wrong.told(ORDER)
