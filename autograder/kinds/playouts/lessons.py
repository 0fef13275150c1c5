"""What is added to tests of a search by playouts: lines to look at, and replays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from autograder.assignment.questions import VISIBLE
from autograder.judging.luck import Tally, tally
from autograder.judging.verdicts import Verdict
from autograder.kinds.entries import Lesson
from autograder.kinds.judged import Judged, each_question
from autograder.kinds.kind import Replays
from autograder.kinds.playouts.judging import PlayoutResult
from autograder.kinds.playouts.whereabouts import line_of
from autograder.observing.bench import Bench
from autograder.report.gradebook import Gradebook

if TYPE_CHECKING:  # most tests are right
    from autograder.drawing.replay import Replay

Results = Mapping[str, Judged[PlayoutResult]]  # by the id of the test's node


def teach(
    gradebook: Gradebook, results: Results, bench: Bench, replays: Replays
) -> None:
    """Add to the report lines of the submission, and replays; no points change."""
    each_question(
        gradebook,
        results,
        lambda _, members: _teach(gradebook, members, bench, replays),
    )


def _teach(
    gradebook: Gradebook, members: Results, bench: Bench, replays: Replays
) -> None:
    is_right = all(each.verdict is Verdict.CORRECT for each in members.values())
    if is_right and replays is not Replays.ALL:
        return
    first = _first(members)
    for node, each in members.items():
        drawn = replays is Replays.ALL or (replays is Replays.FIRST and node == first)
        lesson = Lesson(
            replay=replay_of(each.result, bench) if drawn else None,
            tells_most=node == first,
        )
        if each.verdict is not Verdict.CORRECT:
            lesson = replace(lesson, line=line_of(each.result, bench.staged.folder))
        gradebook.report.entries[node] = each.entry_with(lesson)
    gradebook.save_if_possible()


def count(result: PlayoutResult) -> Tally:
    """A tree whose playouts and whose action are right, or one where not."""
    return tally([result.verdict is Verdict.CORRECT])


def _first(members: Results) -> str:
    """Of tests that failed the one that tells most: it is seen, and small."""
    failed = {n: e for n, e in members.items() if e.verdict is not Verdict.CORRECT}

    def tells_less(node: str) -> tuple[bool, bool, int]:
        result = failed[node].result
        size = len(result.test.tree.nodes)
        return result.test.visibility != VISIBLE, result.wrong is None, size

    return min(failed, key=tells_less, default="")


def replay_of(result: PlayoutResult, bench: Bench) -> Replay | None:
    """What is to be drawn of a test; of one that broke off only on a page."""
    from autograder.kinds.playouts import replays  # noqa: PLC0415 - few are drawn

    return replays.replay_of(result, unfinished=bench.records)
