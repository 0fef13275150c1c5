"""The words on an order of moves: what it saved, and why it is no order at all."""

from __future__ import annotations

from autograder.assignment.questions import ORDER, SAVED
from autograder.judging.compare import CaseResult, Finding
from autograder.judging.fewest import Savings

NAMES = {facet: f"{percent} % saved" for facet, percent in SAVED.items()}


def saved(savings: Savings) -> str:
    """How many leaves were evaluated, of how many, and how much of that was saved."""
    peeked = f", {savings.peeked} of them at a peek alone" if savings.peeked else ""
    return (
        f"evaluated {savings.leaves} leaves{peeked}; the tree's order takes "
        f"{savings.in_tree_order}, the best {savings.fewest}: "
        f"{int(savings.percent)} % saved"
    )


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
