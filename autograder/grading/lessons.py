"""What can be said once all tests have run: diagnoses, replays, a counterexample."""

from __future__ import annotations

import traceback
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from autograder.answers.file import Answers
from autograder.assignment.questions import FEEDBACK, VISIBLE
from autograder.drawing.replay import Marks, Replay
from autograder.errors import UntoldError
from autograder.game import Number
from autograder.grading.grading import Grading
from autograder.judging.bounds import steps
from autograder.judging.compare import CaseResult, Finding
from autograder.judging.outcome import Fault
from autograder.judging.verdicts import Verdict
from autograder.judging.visits import Compared
from autograder.report.entries import Entry, Lesson, entry_of
from autograder.report.gradebook import Gradebook
from autograder.teaching import catalogue
from autograder.teaching.diagnosis import Diagnosis, diagnose
from autograder.trees import small as smalltrees
from autograder.trees.tree import GameTree
from autograder.words import results as explain


@dataclass(frozen=True, slots=True)
class Numbered:
    """The result of a test and the number that the test has in the report."""

    result: CaseResult
    number: str


Results = Mapping[str, Numbered]  # by the id of the test's node
NO_FEEDBACK = FEEDBACK[-1]
UNFINISHED = (
    "The grades are complete, but the report is not: the grader met a fault of its "
    "own. Report the lines above to its authors."
)
SMALLEST = "smallest tree"
NOT_GRADED = "The smallest tree found on which this goes wrong. It earns no points:"


def add(
    grading: Grading,
    gradebook: Gradebook,
    results: Results,
    *,
    replays: bool,
    searches: bool,
) -> None:
    """Add what teaches; the grades stand as they are, should that fail."""
    try:
        teach(grading, gradebook, results, replays=replays)
        if searches:
            look_for_counterexamples(grading, gradebook, results)
    except Exception:  # noqa: BLE001 - it is told, and no grade hangs on it
        traceback.print_exc()
        gradebook.report.complaints.append(UNFINISHED)


def teach(
    grading: Grading, gradebook: Gradebook, results: Results, *, replays: bool
) -> None:
    """Add to the report what no test by itself can tell; no points change."""
    named = _diagnoses(grading, gradebook, results)
    for node, numbered in results.items():
        result = numbered.result
        answers = grading.answers[result.case.tree_name]
        replay = replay_of(result, answers) if replays else None
        lesson = Lesson(named.get(result.case.question.name), replay)
        entry = entry_of(result, numbered.number, lesson)
        gradebook.report.entries[node] = entry
    gradebook.save_if_possible()


def look_for_counterexamples(
    grading: Grading, gradebook: Gradebook, results: Results
) -> None:
    """Add for each question that fails the smallest tree found on which it does.

    There is one only where the reference is, which knows the right answers.
    """
    from autograder.teaching import counterexample  # noqa: PLC0415 - only where one is wanted

    for question, members in _by_question(results).items():
        if all(result.verdict in NOT_TO_BE_SEARCHED for result in members):
            continue
        if all(result.case.feedback == NO_FEEDBACK for result in members):
            continue
        gradebook.announce(f"looking for the smallest tree on which {question} fails")
        asked = members[0].case.question
        seconds = grading.assignment.counterexample
        folder = grading.staged.folder
        found = counterexample.search(grading.sandbox, folder, asked, seconds)
        if found is not None:
            entry = _shown_as(
                members, _entry_of_counterexample(found.result, found.answers)
            )
            gradebook.report.put_after_group(f"{question}::counterexample", entry)
    gradebook.save_if_possible()


NOT_TO_BE_SEARCHED = {  # there is nothing to be found, or it is known
    Verdict.CORRECT,
    Verdict.GRADER_ERROR,
    Verdict.NOT_RUN,
    Verdict.MODULE_MISSING,
    Verdict.FUNCTION_MISSING,
    Verdict.WRONG_SIGNATURE,
    Verdict.NOT_FILLED_IN,
}


def _is_open(result: CaseResult) -> bool:
    """Whether a student sees the test, and is told something of it."""
    return result.case.visibility == VISIBLE and result.case.feedback != NO_FEEDBACK


def _shown_as(members: Sequence[CaseResult], entry: Entry) -> Entry:
    """Shown to whom the most open of the question's tests is; the tree is nobody's."""
    most_open = max(members, key=_is_open)
    return replace(entry, visibility=most_open.case.visibility)


def _entry_of_counterexample(result: CaseResult, answers: Answers) -> Entry:
    """A row without points, on a tree that is none of the assignment's."""
    made = entry_of(result, "", Lesson(replay=replay_of(result, answers)))
    lines = smalltrees.dump(result.case.tree).rstrip().splitlines()
    return replace(
        made,
        name=SMALLEST,
        score=None,
        max_score=None,
        details=(NOT_GRADED, *lines, *made.details),
        extra={},
    )


def _diagnoses(
    grading: Grading, gradebook: Gradebook, results: Results
) -> dict[str, Diagnosis]:
    """The diagnosis of each question that has one; the report tells it above all."""
    found: dict[str, Diagnosis] = {}
    for question, members in _by_question(results).items():
        try:
            known = catalogue.load(grading.assignment, question)
        except UntoldError as fault:  # worth no grading; the instructor reads of it
            gradebook.report.complaints.append(str(fault))
            continue
        diagnosis = known and diagnose(members, known)
        if diagnosis:
            found[question] = diagnosis
            if not any(map(_is_open, members)):
                continue
            lines = (f"{question}: {diagnosis.title}", *diagnosis.lines)
            gradebook.report.notes.append("\n".join(lines))
    return found


def _by_question(results: Results) -> dict[str, list[CaseResult]]:
    groups: dict[str, list[CaseResult]] = {}
    for numbered in results.values():
        name = numbered.result.case.question.name
        groups.setdefault(name, []).append(numbered.result)
    return groups


def replay_of(result: CaseResult, answers: Answers) -> Replay | None:
    """The submission's search for the value beside the accepted one.

    None where the submission visited nothing, or did not come to an end: what it left
    out was then not cut.
    """
    case, (value_call, _) = result.case, result.observed.calls
    if not value_call.visited or isinstance(value_call.outcome, Fault):
        return None
    window = case.tree.window if case.question.arguments else None
    recorded = answers.questions[case.question.name][case.question.accept[0]]
    finding = _visits_of(result.findings)
    visits = finding.visits if finding else Compared(right=True)
    accepted = visits.expected or recorded.visited()
    wrong = _position(visits, value_call.visited)
    return Replay(
        case.tree,
        steps(case.tree, value_call.visited, window),
        steps(case.tree, accepted, window),
        Marks(
            visited=frozenset(value_call.visited),
            wrongly_visited=frozenset(visits.wrongly_visited),
            wrongly_skipped=frozenset(visits.wrongly_skipped),
            principal=principal_variation(case.tree, answers.values),
            wrong_at=_wrong_at(visits),
        ),
        wrong,
        "" if wrong is None else explain.wrong_step(result),
    )


def _visits_of(findings: Sequence[Finding]) -> Finding | None:
    return next((f for f in findings if f.facet == "visits"), None)


def _wrong_at(visits: Compared) -> str:
    """The node at which the search first went wrong; "" if it did nowhere."""
    if visits.step is None or visits.right:
        return ""
    return visits.early[0] if visits.early else visits.step.node


def _position(visits: Compared, visited: Sequence[str]) -> int | None:
    """The index of the first wrong step; None if each was right."""
    if visits.right:
        return None
    if visits.early:
        return visited.index(visits.early[0])
    step = visits.step
    if step is None:
        return None
    return visited.index(step.child) if step.visited else step.position


def principal_variation(
    tree: GameTree, values: Mapping[str, Number]
) -> tuple[str, ...]:
    """The labels of best play from the root down, first among equals."""
    index, line = 0, [tree.root.label]
    while tree.nodes[index].children:
        label = tree.nodes[index].label
        index = next(
            child
            for child in tree.nodes[index].children
            if values[tree.nodes[child].label] == values[label]
        )
        line.append(tree.nodes[index].label)
    return tuple(line)
