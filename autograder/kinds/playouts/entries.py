"""How the result of a search by playouts is put into words, and shown to programs."""

from __future__ import annotations

from autograder.kinds.entries import Shown, Wording, named
from autograder.kinds.playouts import words as playouts
from autograder.kinds.playouts.judging import PlayoutResult
from autograder.observing.outcome import Fault
from autograder.report.entries import TREES
from autograder.words.blocks import Passage

MOST_PLAYOUTS = 1000  # labels kept in one entry


def _details(result: PlayoutResult) -> tuple[Passage, ...]:
    """The details, below the title of the tree and its source."""
    tree = result.test.tree
    title = f"{tree.title} ({tree.source})" if tree.source else tree.title
    return playouts.details(result, named(title))


def _shown(result: PlayoutResult) -> Shown:
    """The action, and the nodes of the playouts, by their labels."""
    nodes = result.test.tree.nodes
    played = result.observed.played[:MOST_PLAYOUTS]
    outcome = result.came
    action = None if isinstance(outcome, Fault) else str(outcome)
    return Shown(None, action, tuple(nodes[index].label for index in played))


WORDING = Wording(
    headline=playouts.headline,
    brief_headline=playouts.brief_headline,
    details=_details,
    printed=playouts.printed,
    shown=_shown,
    several=TREES,
)
