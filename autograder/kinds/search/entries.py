"""How the result of a search on a tree is put into words, and shown to programs."""

from __future__ import annotations

from autograder.game import Number
from autograder.kinds.entries import Shown, Wording, named
from autograder.kinds.search import words as findings
from autograder.kinds.search.judging import CaseResult
from autograder.observing.observation import NO_ACTION
from autograder.observing.outcome import Fault, Outcome
from autograder.report.entries import TREES
from autograder.words.blocks import Passage

MOST_VISITS = 1000  # labels kept in one entry


def _details(result: CaseResult) -> tuple[Passage, ...]:
    """The details, below the title of the tree and its source."""
    tree = result.case.tree
    title = f"{tree.title} ({tree.source})" if tree.source else tree.title
    return findings.details(result, named(title))


def _shown(result: CaseResult) -> Shown:
    value_call, search_call = result.observed.calls
    return Shown(
        _returned(value_call.outcome, vectors=result.case.tree.has_vectors),
        _returned(search_call.outcome, vectors=False),
        value_call.visited[:MOST_VISITS],
    )


def _returned(outcome: Outcome, *, vectors: bool) -> float | str | list[Number] | None:
    """What was returned: the payoffs of all players as a list, where that was asked."""
    if isinstance(outcome, Fault) or outcome == NO_ACTION:
        return None
    if vectors and outcome.payoffs is not None:
        return list(outcome.payoffs)
    return outcome.text if outcome.number is None else outcome.number


WORDING = Wording(
    headline=findings.headline,
    brief_headline=findings.brief_headline,
    details=_details,
    printed=findings.printed,
    shown=_shown,
    several=TREES,
)
