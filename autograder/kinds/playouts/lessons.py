"""What all tests of a search by playouts tell together: which mistake explains it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from autograder.answers.playouts import PlayoutAnswers
from autograder.assignment.questions import HIDDEN, VISIBLE
from autograder.judging.luck import Tally, tally
from autograder.judging.playouts import PlayoutResult
from autograder.judging.verdicts import Verdict
from autograder.kinds.entries import Lesson
from autograder.kinds.judged import (
    Judged,
    diagnoses,
    each_question,
    note,
)
from autograder.kinds.kind import Replays
from autograder.kinds.playouts.whereabouts import line_of
from autograder.observing.bench import Bench
from autograder.report.gradebook import Gradebook

if TYPE_CHECKING:  # most tests are right
    from autograder.drawing.replay import Replay
    from autograder.teaching.causes import Diagnosis

Results = Mapping[str, Judged[PlayoutResult]]  # by the id of the test's node


def teach(
    answers: Mapping[str, PlayoutAnswers],
    gradebook: Gradebook,
    results: Results,
    bench: Bench,
    replays: Replays,
) -> dict[str, Diagnosis | None]:
    """Add to the report what explains each question, and replays; no points change.

    Returns of each question what explains all its tests.
    """
    return each_question(
        gradebook,
        results,
        lambda name, members: _teach(answers[name], gradebook, members, bench, replays),
    )


def _teach(
    answers: PlayoutAnswers,
    gradebook: Gradebook,
    members: Results,
    bench: Bench,
    replays: Replays,
) -> Diagnosis | None:
    """Add what explains one question; what students read is made of what they see."""
    results = [each.result for each in members.values()]
    is_right = all(each.verdict is Verdict.CORRECT for each in results)
    if is_right and replays is not Replays.ALL:
        return None
    found = _explained(answers, results)
    first = _first(members)
    for node, each in members.items():
        drawn = replays is Replays.ALL or (replays is Replays.FIRST and node == first)
        lesson = Lesson(
            replay=replay_of(each.result, bench) if drawn else None,
            tells_most=node == first,
        )
        if each.verdict is not Verdict.CORRECT:
            lesson = replace(
                lesson,
                diagnosis=found[HIDDEN],
                shown=found[each.test.visibility],
                line=line_of(each.result, bench.staged.folder),
            )
        gradebook.report.entries[node] = each.entry_with(lesson)
    note(gradebook, results, found[VISIBLE])
    gradebook.save_if_possible()
    return found[HIDDEN]


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


def _explained(
    answers: PlayoutAnswers, results: Sequence[PlayoutResult]
) -> Mapping[str, Diagnosis | None]:
    """What explains a question, by visibility: of what is seen then, and before."""
    if len(results) < len(answers.trees):  # no part of a question is diagnosed
        return defaultdict(lambda: None)
    from autograder.teaching.playoutdiagnosis import diagnose  # noqa: PLC0415 - see above

    def explain(seen: Sequence[PlayoutResult], _visibility: str) -> Diagnosis | None:
        return diagnose(seen, answers)

    return diagnoses(results, explain)
