"""What no test by itself can tell: conventions, a horizon, the smallest counterexample.

What a student may read with a test is made of tests that are seen no later, and before
any that is seen later has run: nothing that a submission learns from a hidden tree can
reach it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from autograder.assignment.questions import FIRST_SEEN, HIDDEN, VISIBLE, is_seen_with
from autograder.judging.verdicts import DOES_RIGHT, UNJUDGED, Verdict
from autograder.kinds.entries import (
    NO_FEEDBACK,
    JudgedTest,
    Lesson,
    by_question,
    note,
    seen_with,
    told_if_it_fails,
)
from autograder.kinds.kind import Replays
from autograder.kinds.search import unseen
from autograder.kinds.search.judging import CaseResult, finds_the_value, key_of
from autograder.kinds.search.running import Searches
from autograder.kinds.search.sheet import Sheet, Sheets
from autograder.kinds.search.visits import BETWEEN, is_between
from autograder.kinds.search.words import wrong_step, wrong_value
from autograder.observing.budget import Extra
from autograder.report.gradebook import Gradebook
from autograder.trees.tree import GameTree
from autograder.words.blocks import Note
from autograder.words.reports import SMALLEST_TREE, stops

if TYPE_CHECKING:  # most submissions have none
    from autograder.drawing.replay import Line, Replay
    from autograder.kinds.search.counterexample import Counterexample

FEWEST = 2  # plies: of one, other mistakes tell more
LEAST = 3  # tests that a right search takes further, and as many that it does not


@dataclass(frozen=True, slots=True)
class Horizon:
    """That a search without a limit never asks beyond so many `plies`.

    In so many `tests` a right search goes further; in all others each value is right.
    """

    plies: int
    tests: int


def horizon(results: Sequence[CaseResult]) -> Horizon | None:
    """Where the search stops, if it does; None where that is not all that is wrong.

    No value is right where a right search goes further, and each where none does.
    """
    if any(r.keeps or r.verdict in UNJUDGED or _has_another(r) for r in results):
        return None
    plies = max((_seen(result) for result in results), default=0)
    further = [result for result in results if _needed(result) > plies]
    others = [result for result in results if _needed(result) <= plies]
    if plies < FEWEST or min(len(further), len(others)) < LEAST:
        return None
    if not all(map(finds_the_value, others)):
        return None
    if any(result.verdict in DOES_RIGHT for result in further):
        return None
    stops = [result for result in further if _seen(result) == plies]
    return Horizon(plies, len(further)) if 2 * len(stops) > len(further) else None


def _has_another(result: CaseResult) -> bool:
    """Whether something else ends a search, or each visit counts."""
    question = result.case.question
    return bool(result.case.tree.limit) or question.deepens or question.repeats


def _seen(result: CaseResult) -> int:
    """How many plies below the root the search for the value has asked."""
    return _deepest(result.case.tree, result.observed.calls[0].visited)


def _needed(result: CaseResult) -> int:
    """How far an accepted search goes that goes the way of this one.

    Where a fault has left nothing to compare, it is as far as the tree goes.
    """
    tree = result.case.tree
    expected = [f.visits.expected for f in result.findings if f.alone is None]
    plies = max((_deepest(tree, labels) for labels in expected), default=0)
    return plies or _deepest(tree, tree.labels())


def _deepest(tree: GameTree, labels: Iterable[str]) -> int:
    """The plies from the root down to the lowest of some nodes."""
    depths = [0] * len(tree.nodes)
    for place, above in enumerate(tree.parents()):  # children stand behind parents
        depths[place] = 0 if above < 0 else depths[above] + 1
    of = dict(zip(tree.labels(), depths, strict=True))
    return max((of[label] for label in labels), default=0)


Fits = Callable[[CaseResult, str], bool]


def convention_followed(results: Sequence[CaseResult], sheets: Sheets) -> str | None:
    """The first convention of the question that fits all tests that are right.

    Where none is right, all of which any is followed. One that fits with what the
    search function visits comes before one that does not; None if none fits them all.
    """
    right = [result for result in results if result.verdict is Verdict.CORRECT]
    asked = right or [result for result in results if result.fitting.value]
    for names, fits in _ways(asked, sheets):
        for name in names:
            if all(fits(result, name) for result in asked):
                return name
    return None


def follows(result: CaseResult, name: str | None, sheets: Sheets) -> bool:
    """Whether the value and the visits of a test are those of this convention."""
    if name is None:
        return False
    return name in result.fitting.value or _lies_between(result, name, sheets)


def _ways(
    results: Sequence[CaseResult], sheets: Sheets
) -> Iterator[tuple[tuple[str, ...], Fits]]:
    """Names, and what it is to fit one: the best way to fit first."""
    if not results:
        return
    conventions = results[0].case.question.conventions
    yield conventions, lambda result, name: name in result.fitting.whole
    yield conventions, lambda result, name: name in result.fitting.value
    between = tuple(
        dict.fromkeys(r.fitting.between for r in results if r.fitting.between)
    )
    yield between, lambda result, name: _lies_between(result, name, sheets)


def _lies_between(result: CaseResult, name: str, sheets: Sheets) -> bool:
    """Whether the visits are those of a policy between two that are accepted."""
    if name == result.fitting.between:
        return True
    if name not in BETWEEN.values() or not result.fitting.value:
        return False
    rule = key_of(sheets.of(result.case)).visits[0]
    return is_between(result.observed.calls[0].visited, rule, name)


Numbered = JudgedTest[CaseResult]
Results = Mapping[str, Numbered]  # by the id of the test's node
SMALLEST = "smallest tree"
OF_A_WAIT = 2.0  # seconds to look for the smallest tree, where nothing ends but by them


def add(
    desk: Searches,
    gradebook: Gradebook,
    results: Results,
    *,
    replays: Replays,
    searches: bool,
) -> None:
    """Add what teaches; the grades stand as they are, should that fail."""
    with told_if_it_fails(gradebook):
        results = with_memory_of_others(results)
        teach(desk, gradebook, results, replays=replays)
        if searches:
            search(desk, gradebook, results, HIDDEN)
        unseen.point_out(desk, gradebook, by_question(results))


def look(
    desk: Searches, gradebook: Gradebook, results: Results, visibility: str
) -> None:
    """Look for counterexamples to tests of a visibility, before others are run."""
    with told_if_it_fails(gradebook):
        search(desk, gradebook, with_memory_of_others(results), visibility)


def with_memory_of_others(results: Results) -> Results:
    """The results, in which what is kept holds for all that fail in its question.

    What answers otherwise on one tree may well do so within a call on another. A table
    does not: there it would have shown. No test tells of one that is seen later.
    """
    found = dict(results)
    if not any(numbered.result.kept for numbered in results.values()):
        return found
    for node, numbered in results.items():
        result = numbered.result
        others = [n.result for n in results.values() if _is_told(n.result, result)]
        if others and result.kept is None and result.verdict in MAY_COME_OF_MEMORY:
            found[node] = numbered.with_result(_as_by(others[0], result))
    return found


def _is_told(other: CaseResult, result: CaseResult) -> bool:
    """Whether what another test of the question shows may be told with this one."""
    kept, visibility = other.kept, result.case.visibility
    same = other.case.question.name == result.case.question.name
    if not same or kept is None or kept.is_table:
        return False
    tells = other.case.feedback != NO_FEEDBACK or visibility == HIDDEN
    return tells and is_seen_with(other.case.visibility, visibility)


def _as_by(other: CaseResult, result: CaseResult) -> CaseResult:
    """A result with what another shows, or has from a third."""
    assert other.kept is not None
    name = other.kept.elsewhere or other.case.tree_name
    return replace(result, kept=replace(other.kept, elsewhere=name))


MAY_COME_OF_MEMORY = {
    Verdict.WRONG_TYPE,
    Verdict.WRONG_VALUE,
    Verdict.WRONG_ACTION,
    Verdict.WRONG_VISITS,
    Verdict.NOT_SEPARATED,
}


def teach(
    desk: Searches, gradebook: Gradebook, results: Results, *, replays: Replays
) -> None:
    """Add to the report what no test by itself can tell; no points change."""
    for members in _by_question(results).values():
        note(gradebook, members, _stops)
    firsts = _firsts(results)
    drawn = {Replays.NONE: frozenset(), Replays.FIRST: firsts}.get(replays, {*results})
    for node, (numbered, convention) in _named(desk, results).items():
        result = numbered.result
        replay, line = None, None
        if node in drawn or node in firsts:
            result = _recorded(desk, result)
        if node in drawn:
            replay, line = _looked_at(desk, result)
        lesson = Lesson(
            replay=replay,
            convention=convention,
            line=line,
            tells_most=node in firsts and node in drawn,
        )
        entry = numbered.with_result(result).entry_with(lesson)
        gradebook.report.entries[node] = entry
    gradebook.save_if_possible()


def _stops(seen: Sequence[CaseResult]) -> Note | None:
    """That a search looks no further than so many plies, if it does."""
    if all(result.verdict in DOES_RIGHT for result in seen):
        return None
    found = horizon(seen)
    name = seen[0].case.question.name
    return stops(name, found.plies, found.tests) if found else None


def _firsts(results: Results) -> frozenset[str]:
    """Of each question the failed test that tells most."""
    firsts: dict[str, str] = {}
    failed = [n for n, r in results.items() if r.verdict is not Verdict.CORRECT]
    for node in sorted(failed, key=lambda node: _tells_less(results[node].result)):
        firsts.setdefault(results[node].test.question.name, node)
    return frozenset(firsts.values())


def _tells_less(result: CaseResult) -> tuple[bool, bool, bool, int]:
    """What tells most comes first: what is seen, shows a step, and is small.

    What is wrong at a tie with a bound may be so because of what was handed down.
    """
    case = result.case
    shows = bool(wrong_step(result) or wrong_value(result))
    steps = (f.visits.step for f in result.findings if f.visits)
    step = next(filter(None, steps), None)
    ties = step is not None and step.is_at_a_tie
    return case.visibility != VISIBLE, not shows, ties, len(case.tree.nodes)


def _recorded(desk: Searches, result: CaseResult) -> CaseResult:
    """One that is wrong, with what the submission says of its calls."""
    if result.verdict is Verdict.CORRECT or result.recording is not None:
        return result
    return desk.with_recording(result)


def _looked_at(desk: Searches, result: CaseResult) -> tuple[Replay | None, Line | None]:
    """What was searched, and the line to look at first.

    Only a page, for which calls are recorded, shows a search that broke off.
    """
    from autograder.kinds.search import replays  # noqa: PLC0415 - see below

    sheet, folder = desk.sheets.of(result.case), desk.bench.staged.folder
    replay = unseen.replay_of(result, sheet, unfinished=desk.bench.records)
    if replay and not replay.marks.unfinished:
        line = replays.line_in_search(result, folder)
        replay = replace(replay, line=line)
    return replay, replays.line_of(result, folder)


def name_conventions(
    desk: Searches, gradebook: Gradebook, results: Results
) -> dict[str, Numbered]:
    """Name in the rows of each question the convention that its tests follow.

    Returns the results with the names.
    """
    with told_if_it_fails(gradebook):
        named = _named(desk, results)
        for node, (numbered, convention) in named.items():
            entry = numbered.entry_with(Lesson(convention=convention))
            gradebook.report.entries[node] = entry
        return {node: numbered for node, (numbered, _) in named.items()}
    return dict(results)


def _named(desk: Searches, results: Results) -> dict[str, tuple[Numbered, str | None]]:
    """Each result with the convention that may be told of it, and with that of all.

    A test tells what those follow that are seen with it.
    """
    sheets = desk.sheets
    followed_by = {
        (question, visibility): convention_followed(
            seen_with(members, visibility), sheets
        )
        for question, members in _by_question(results).items()
        for visibility in {HIDDEN, *(r.case.visibility for r in members)}
    }
    named = {}
    for node, numbered in results.items():
        result = numbered.result
        question = result.case.question.name
        whole = followed_by[question, HIDDEN]
        told = followed_by[question, result.case.visibility]
        told = told if follows(result, told, sheets) else None
        of_all = whole if follows(result, whole, sheets) else None
        named[node] = numbered.with_result(_following(result, told)), of_all
    return named


def _following(result: CaseResult, convention: str | None) -> CaseResult:
    """The result, told to follow a convention, where that is told of it."""
    if convention == result.convention or not result.names_convention:
        return result
    return replace(result, convention=convention)


def search(
    desk: Searches, gradebook: Gradebook, results: Results, visibility: str
) -> None:
    """Add for each question that fails the smallest tree found on which it does.

    It is added to those that fail a test of this visibility, and none that is seen
    before. There is one only where the reference is, which knows the right answers. The
    questions share the time.
    """
    failing = [
        (failed, members)
        for members in _by_question(results).values()
        if (failed := [r for r in members if r.verdict not in NOT_TO_BE_SEARCHED])
        and _is_to_be_searched(failed, desk, visibility)
    ]
    if not failing:
        return
    for done, (failed, members) in enumerate(failing):
        budget = desk.bench.budget
        seconds = budget.left_for(Extra.SMALLEST_TREES) / (len(failing) - done)
        if not seconds:
            return
        question = failed[0].case.question.name
        gradebook.announce(f"looking for the smallest tree on which {question} fails")
        found = _smallest(desk, failed, members, seconds)
        if found is not None:
            result = desk.recorded(found.result)
            result = _with_memory(desk, result, found.sheet, failed)
            made = unseen.entry_beside(result, found.sheet, SMALLEST, SMALLEST_TREE)
            entry = replace(made, visibility=visibility)
            gradebook.report.put_after_group(f"{question}::counterexample", entry)
    gradebook.save_if_possible()


def _smallest(
    desk: Searches,
    failed: Sequence[CaseResult],
    members: Sequence[CaseResult],
    seconds: float,
) -> Counterexample | None:
    """The smallest tree found within the time on which a question fails, if any."""
    from autograder.kinds.search import counterexample  # noqa: PLC0415 - only if wanted

    bench, asked = desk.bench, failed[0].case.question
    if bench.haste.only_waits(asked):
        seconds = min(seconds, OF_A_WAIT)
    asked = replace(asked, limits=bench.haste.of_small_trees(asked))
    from_a_table = any(r.kept is not None and r.kept.is_table for r in failed)
    with bench.beside_others(), bench.budget.spent_on(Extra.SMALLEST_TREES):
        return counterexample.search(
            bench.sandbox,
            bench.staged.folder,
            asked,
            seconds,
            own=[result.case.tree for result in members],
            family=desk.book.family(asked.name),
            repeating=from_a_table and not asked.keeps_positions,
        )


def _with_memory(
    desk: Searches, result: CaseResult, sheet: Sheet, failed: Sequence[CaseResult]
) -> CaseResult:
    """A result on a small tree with what is kept, where a failed test shows memory."""
    if not any(other.keeps for other in failed):
        return result
    made = desk.with_memory(result, sheet, seconds=0.0)
    if made.keeps:
        return made
    others = [other for other in failed if _is_told(other, failed[0])]
    return _as_by(others[0], result) if others else result


def _is_to_be_searched(
    failed: Sequence[CaseResult], desk: Searches, visibility: str
) -> bool:
    """Whether it is this question's turn, and a tree could tell anybody anything."""
    return (
        min(map(_when_seen, failed)) == FIRST_SEEN.index(visibility)
        and desk.bench.can_import(failed[0].case.question.module)
        and any(result.case.feedback != NO_FEEDBACK for result in failed)
    )


NOT_TO_BE_SEARCHED = {  # there is nothing to be found, or it is known
    *DOES_RIGHT,
    Verdict.GRADER_ERROR,
    Verdict.NOT_RUN,
    Verdict.MODULE_MISSING,
    Verdict.FUNCTION_MISSING,
    Verdict.WRONG_SIGNATURE,
    Verdict.NOT_FILLED_IN,
}


def _when_seen(result: CaseResult) -> int:
    """Which place the test has among those that are seen sooner or later."""
    return FIRST_SEEN.index(result.case.visibility)


def _by_question(results: Results) -> dict[str, list[CaseResult]]:
    groups = by_question(results).items()
    return {name: [each.result for each in own.values()] for name, own in groups}
