"""Entries beside the tests, for no points: on trees that are not the assignment's."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from autograder.kinds.entries import Lesson
from autograder.kinds.judged import Judged
from autograder.kinds.search.entries import WORDING
from autograder.kinds.search.judging import CaseResult
from autograder.kinds.search.sheet import Sheet
from autograder.report.entries import Entry
from autograder.words.blocks import Passage, Sentence, Verbatim

if TYPE_CHECKING:  # most submissions have none
    from autograder.drawing.replay import Replay


def replay_of(
    result: CaseResult, sheet: Sheet, *, unfinished: bool = False
) -> Replay | None:
    """What was searched, and what is to be drawn of it; None where nothing is."""
    from autograder.kinds.search import replays  # noqa: PLC0415 - few are drawn

    return replays.replay_of(result, sheet, unfinished=unfinished)


def entry_beside(result: CaseResult, sheet: Sheet, name: str, about: str) -> Entry:
    """A row without points, by this name; it tells `about` its tree, as a file."""
    drawn = Lesson(replay=replay_of(result, sheet))
    made = Judged(result, "", WORDING).entry_with(drawn)
    from autograder.trees import small  # noqa: PLC0415 - few are shown

    dumped = small.dump(result.case.tree).rstrip()
    return replace(
        made,
        name=name,
        score=None,
        max_score=None,
        details=_with_tree(made.details, about, dumped),
        smallest=dumped,
        extra={},
    )


def _with_tree(
    details: tuple[Passage, ...], about: str, dumped: str
) -> tuple[Passage, ...]:
    tree = Sentence(about), Verbatim(tuple(dumped.splitlines()))
    first, *more = details or ((),)
    return ((*tree, *first), *more)
