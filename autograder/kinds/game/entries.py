"""How the result of a walk is put into words, and shown to programs."""

from __future__ import annotations

from autograder.kinds.entries import Shown, Wording
from autograder.kinds.game import words as plays
from autograder.kinds.game.judging import PlayResult
from autograder.report.entries import TESTS


def _shown(result: PlayResult) -> Shown:
    """The shortest line that differs, as JSON has it; nothing where none does."""
    first = result.first
    if first is None:
        return Shown()
    said = tuple(plays.shown(action) for action in first.line.actions)
    came = None if first.outcome is None else str(first.outcome)
    return Shown(came, visited=said)


WORDING = Wording(
    headline=plays.headline,
    brief_headline=plays.brief_headline,
    details=plays.details,
    printed=plays.printed,
    shown=_shown,
    several=TESTS,
)
