"""A search, run on trees: minimax, alpha-beta, and what follows from them.

What a student may read with a test is made of tests that are seen no later, before any
that is seen later has run: nothing learnt from a hidden tree can reach it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.assignment.file import Form
from autograder.assignment.questions import (
    FIRST_SEEN,
    HIDDEN,
    VISIBLE,
    Assignment,
    Case,
    Question,
    is_seen_with,
)
from autograder.errors import GraderError, UntoldError
from autograder.judging.verdicts import DOES_RIGHT, UNJUDGED, Verdict
from autograder.kinds.entries import (
    NO_FEEDBACK,
    JudgedTest,
    Lesson,
    Tally,
    add_note_on_questions,
    by_question,
    is_mostly_right,
    knows_only_what_is_visible,
    tallies,
    tally,
    tell_instructor,
    told_if_it_fails,
)
from autograder.kinds.kind import Files, Kind, Replays
from autograder.kinds.search import question as searches
from autograder.kinds.search import signatures, words
from autograder.kinds.search.judging import (
    CaseResult,
    finds_the_value,
    is_right,
    judge,
    key_of,
)
from autograder.kinds.search.running import Searches, asked_together
from autograder.kinds.search.signatures import AnswerBook, Sheet, Sheets
from autograder.kinds.search.visits import BETWEEN, follows_policy
from autograder.observing.bench import Extra
from autograder.observing.observation import Observed, observe
from autograder.report.entries import TREES, Entry
from autograder.report.gradebook import Gradebook
from autograder.trees.tree import GameTree
from autograder.words.blocks import (
    NEVER_SEEN,
    SMALL_TREE,
    SMALLEST_TREE,
    UNSEEN_TREE,
    Note,
    Sentence,
    Verbatim,
    stopping_note,
)

if TYPE_CHECKING:  # most submissions have none
    from autograder.kinds.search.counterexample import Counterexample
    from autograder.observing.repairing import Score


FEWEST = 2  # plies: of one, other mistakes tell more
LEAST = 3  # tests that a right search takes further, and as many that it does not


@dataclass(frozen=True, slots=True)
class Horizon:
    """That a search without a limit never asks beyond so many `plies`."""

    plies: int
    tests: int  # in which a right search goes further


def shared_wrong_horizon(results: Sequence[CaseResult]) -> Horizon | None:
    """Where the search stops, if it does; None where that is not all that is wrong."""
    for each in results:
        question, is_limited = each.case.question, bool(each.case.tree.limit)
        if is_limited or question.deepens or question.repeats:
            return None  # something else ends the search, or each visit counts
        if each.keeps_state or each.verdict in UNJUDGED:
            return None
    seen = [_deepest(r.case.tree, r.observed.calls[0].visited) for r in results]
    needed = [_needed(result) for result in results]
    plies = max(seen, default=0)
    further = [r for r, most in zip(results, needed, strict=True) if most > plies]
    others = [r for r, most in zip(results, needed, strict=True) if most <= plies]
    if plies < FEWEST or min(len(further), len(others)) < LEAST:
        return None
    if not all(map(finds_the_value, others)):
        return None
    if any(result.verdict in DOES_RIGHT for result in further):
        return None
    stops = sum(most > plies == own for own, most in zip(seen, needed, strict=True))
    return Horizon(plies, len(further)) if 2 * stops > len(further) else None


def _needed(result: CaseResult) -> int:
    """How far an accepted search goes that goes the way of this one."""
    tree = result.case.tree
    expected = [f.visits.expected for f in result.findings if f.alone is None]
    plies = max((_deepest(tree, labels) for labels in expected), default=0)
    return plies or _deepest(tree, tree.labels())


def _deepest(tree: GameTree, labels: Iterable[str]) -> int:
    """The plies from the root down to the lowest of some nodes."""
    of = dict(zip(tree.labels(), tree.depths(), strict=True))
    return max((of[label] for label in labels), default=0)


def convention_followed(results: Sequence[CaseResult], sheets: Sheets) -> str | None:
    """The first convention of the question that fits all tests that are right.

    Where none is right, all of which any is followed. One that fits with what the
    search function visits comes before one that does not; None if none fits them all.
    """
    right = [result for result in results if result.verdict is Verdict.CORRECT]
    asked = right or [result for result in results if result.fitting.value]
    if not asked:
        return None
    conventions = asked[0].case.question.conventions
    for name in conventions:
        if all(name in result.fitting.whole for result in asked):
            return name
    for name in conventions:
        if all(name in result.fitting.value for result in asked):
            return name
    for name in filter(None, dict.fromkeys(r.fitting.between for r in asked)):
        if all(_lies_between(result, name, sheets) for result in asked):
            return name
    return None


def follows(result: CaseResult, name: str | None, sheets: Sheets) -> bool:
    """Whether the value and the visits of a test are those of this convention."""
    if name is None:
        return False
    return name in result.fitting.value or _lies_between(result, name, sheets)


def _lies_between(result: CaseResult, name: str, sheets: Sheets) -> bool:
    """Whether the visits are those of a policy between two that are accepted."""
    if name == result.fitting.between:
        return True
    if name not in BETWEEN.values() or not result.fitting.value:
        return False
    rule = key_of(sheets.sheet_of(result.case)).visits[0]
    return follows_policy(result.observed.calls[0].visited, rule, name)


Numbered = JudgedTest[CaseResult]
Results = Mapping[str, Numbered]  # by the id of the test's node
SMALLEST = "smallest tree"
OF_A_WAIT = 2.0  # seconds to look for the smallest tree, where nothing ends but by them


def with_memory_of_others(results: Results) -> Results:
    """The results, in which what is kept holds for all that fail in its question.

    A table does not: there it would have shown. No test tells of one that is seen
    later.
    """
    told, every = dict(results), [numbered.result for numbered in results.values()]
    if not any(result.kept for result in every):
        return told
    for node, numbered in results.items():
        result = numbered.result
        other = next((each for each in every if _is_told(each, result)), None)
        if other and result.kept is None and result.verdict in MAY_COME_OF_MEMORY:
            told[node] = numbered.with_result(_as_by(other, result))
    return told


def _is_told(other: CaseResult, result: CaseResult) -> bool:
    """Whether what another test of the question shows may be told with this one."""
    kept, visibility = other.kept, result.case.visibility
    same = other.case.question.name == result.case.question.name
    if not same or kept is None or kept.is_by_position:
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


def add_lessons(
    desk: Searches, gradebook: Gradebook, results: Results, *, replays: Replays
) -> None:
    """Add to the report what no test by itself can tell; no points change."""
    for members in _by_question(results).values():
        add_note_on_questions(gradebook, members, _stops)
    firsts = _firsts(results)
    drawn = {Replays.NONE: frozenset(), Replays.FIRST: firsts}.get(
        replays, frozenset(results)
    )
    for node, (numbered, convention) in _named(desk, results).items():
        result = numbered.result
        is_wrong = result.verdict is not Verdict.CORRECT
        if is_wrong and result.recording is None and node in firsts | drawn:
            result = desk.with_recording(result)
        lesson = Lesson(
            convention=convention, tells_most=node in firsts and node in drawn
        )
        if node in drawn:
            lesson = _drawn(lesson, result, desk)
        entry = numbered.with_result(result).entry_with(lesson)
        gradebook.report.entries[node] = entry
    gradebook.save_if_possible()


def _drawn(lesson: Lesson, result: CaseResult, desk: Searches) -> Lesson:
    """A lesson with what was searched, and the line to look at first."""
    from autograder.kinds.search import replays  # noqa: PLC0415 - few are drawn

    sheet, folder = desk.sheets.sheet_of(result.case), desk.bench.staged.folder
    replay = replays.replay_of(result, sheet, unfinished=desk.bench.records)
    if replay and not replay.marks.unfinished:
        replay = replace(replay, line=replays.line_in_search(result, folder))
    return replace(lesson, replay=replay, line=replays.line_of(result, folder))


def _stops(seen: Sequence[CaseResult]) -> Note | None:
    """That a search looks no further than so many plies, if it does."""
    if all(result.verdict in DOES_RIGHT for result in seen):
        return None
    at = shared_wrong_horizon(seen)
    return stopping_note(seen[0].case.question.name, at.plies, at.tests) if at else None


def _firsts(results: Results) -> frozenset[str]:
    firsts: dict[str, str] = {}
    failed = [n for n, r in results.items() if r.verdict is not Verdict.CORRECT]
    for node in sorted(failed, key=lambda node: _tells_less(results[node].result)):
        firsts.setdefault(results[node].test.question.name, node)
    return frozenset(firsts.values())


def _tells_less(result: CaseResult) -> tuple[bool, bool, bool, int]:
    """What tells most comes first: what is seen, shows a step, no tie, and is small."""
    case = result.case
    shows = bool(words.wrong_step_sentence(result) or words.most_telling_check(result))
    steps = (f.visits.step for f in result.findings if f.visits)
    step = next(filter(None, steps), None)
    bounds = step.bounds if step else None
    ties = bounds is not None and bounds.alpha == bounds.beta
    return case.visibility != VISIBLE, not shows, ties, len(case.tree.nodes)


def _named(desk: Searches, results: Results) -> dict[str, tuple[Numbered, str | None]]:
    """Each result with the convention that may be told of it, and with that of all."""
    sheets = desk.sheets
    followed_by = {
        (question, visibility): convention_followed(
            [r for r in members if is_seen_with(r.case.visibility, visibility)], sheets
        )
        for question, members in _by_question(results).items()
        for visibility in {HIDDEN, *(r.case.visibility for r in members)}
    }
    named = {}
    for node, numbered in results.items():
        result, question = numbered.result, numbered.result.case.question.name
        here, of_all = (
            name if follows(result, name, sheets) else None
            for visibility in (result.case.visibility, HIDDEN)
            for name in (followed_by[question, visibility],)
        )
        if here != result.convention and result.tells_convention:
            result = replace(result, convention=here)
        named[node] = numbered.with_result(result), of_all
    return named


def add_counterexamples(
    desk: Searches, gradebook: Gradebook, results: Results, visibility: str
) -> None:
    """Add for each question that fails the smallest tree found on which it does.

    It is added to those that fail a test of this visibility, and none that is seen
    before. The questions share the time.
    """
    failing = []
    for members in _by_question(results).values():
        failed = [r for r in members if r.verdict not in NOT_TO_BE_SEARCHED]
        first_seen = min(
            (FIRST_SEEN.index(r.case.visibility) for r in failed), default=None
        )
        if (
            first_seen == FIRST_SEEN.index(visibility)
            and desk.bench.can_import(failed[0].case.question.module)
            and any(result.case.feedback != NO_FEEDBACK for result in failed)
        ):
            failing.append((failed, members))
    for done, (failed, members) in enumerate(failing):
        budget = desk.bench.budget
        seconds = budget.left_for(Extra.SMALLEST_TREES) / (len(failing) - done)
        if not seconds:
            return
        question = failed[0].case.question.name
        gradebook.announce(f"looking for the smallest tree on which {question} fails")
        smallest = _smallest(desk, failed, members, seconds)
        if smallest is not None:
            sheet, result = smallest.sheet, desk.recorded(smallest.result)
            result = _with_memory(desk, result, sheet, failed)
            about = SMALL_TREE if smallest.cut else SMALLEST_TREE
            entry = unpaid_entry(result, sheet, SMALLEST, about)
            entry = replace(entry, visibility=visibility)
            gradebook.report.put_after_group(f"{question}::counterexample", entry)
    if failing:
        gradebook.save_if_possible()


def _smallest(
    desk: Searches,
    failed: Sequence[CaseResult],
    members: Sequence[CaseResult],
    seconds: float,
) -> Counterexample | None:
    from autograder.kinds.search import counterexample  # noqa: PLC0415 - only if wanted

    bench, asked = desk.bench, failed[0].case.question
    if bench.haste.only_waits(asked):
        seconds = min(seconds, OF_A_WAIT)
    asked = replace(asked, limits=bench.haste.of_small_trees(asked))
    from_a_table = any(r.kept is not None and r.kept.is_by_position for r in failed)
    with bench.running_beside_others(), bench.budget.spent_on(Extra.SMALLEST_TREES):
        return counterexample.smallest_failing_tree(
            bench.sandbox,
            bench.staged.folder,
            asked,
            seconds,
            own=[result.case.tree for result in members],
            family=desk.book.family(asked.name),
            repeating=from_a_table and not asked.may_keep_positions,
        )


def _with_memory(
    desk: Searches, result: CaseResult, sheet: Sheet, failed: Sequence[CaseResult]
) -> CaseResult:
    """A result on a small tree with what is kept, where a failed test shows memory."""
    if not any(other.keeps_state for other in failed):
        return result
    made = desk.with_evidence_of_memory(result, sheet, seconds=0.0)
    others = (other for other in failed if _is_told(other, failed[0]))
    other = None if made.keeps_state else next(others, None)
    if other is not None:
        return _as_by(other, result)
    return made if made.keeps_state else result


NOT_TO_BE_SEARCHED = {  # there is nothing to be found, or it is known
    *DOES_RIGHT,
    Verdict.GRADER_ERROR,
    Verdict.NOT_RUN,
    Verdict.MODULE_MISSING,
    Verdict.FUNCTION_MISSING,
    Verdict.WRONG_SIGNATURE,
    Verdict.NOT_FILLED_IN,
}


def _by_question(results: Results) -> dict[str, list[CaseResult]]:
    groups = by_question(results).items()
    return {name: [each.result for each in own.values()] for name, own in groups}


def unpaid_entry(result: CaseResult, sheet: Sheet, name: str, about: str) -> Entry:
    """A row without points, by this name; it tells `about` its tree, as a file."""
    from autograder.kinds.search import replays  # noqa: PLC0415 - few are drawn
    from autograder.trees import small  # noqa: PLC0415 - few are shown

    drawn = Lesson(replay=replays.replay_of(result, sheet))
    entry = JudgedTest(result, "", words.WORDING).entry_with(drawn)
    dumped = small.dump(result.case.tree).rstrip()
    tree = Sentence(about), Verbatim(tuple(dumped.splitlines()))
    first, *more = entry.details or ((),)
    return replace(
        entry,
        name=name,
        score=None,
        max_score=None,
        details=((*tree, *first), *more),
        smallest=dumped,
        extra={},
    )


TELLS_NOTHING = {*DOES_RIGHT, *UNJUDGED}

Questions = Mapping[str, Mapping[str, JudgedTest[CaseResult]]]


def add_unseen_failures(
    desk: Searches, gradebook: Gradebook, results: Questions
) -> None:
    """Put beside the report what goes wrong on trees that nobody has seen.

    A visible test that is wrong on purpose hides nothing: what is wrong elsewhere is
    not wrong there, or hardly anything elsewhere is right.
    """
    asked: dict[str, tuple[list[CaseResult], tuple[Sheet, ...]]] = {}
    for name, members in results.items():
        each = (member.result for member in members.values())
        judged = [result for result in each if result.verdict not in UNJUDGED]
        if not is_mostly_right(_tallies(judged)[0]):
            continue
        try:
            asked[name] = judged, desk.book.unseen(judged[0].case.question)
        except UntoldError as fault:  # worth no grading; the instructor reads of it
            gradebook.report.complaints.append(str(fault))
    try:
        every = dict(_wrong_on(desk, [s for _, own in asked.values() for s in own]))
    except (GraderError, OSError):  # in nothing that counts
        return
    for name, (judged, sheets) in asked.items():
        wrong = {sheet: every[sheet] for sheet in sheets if sheet in every}
        known, others = _tallies(judged)
        others += Tally(len(sheets) - len(wrong), len(sheets))
        seen = (result for result in judged if result.case.visibility == VISIBLE)
        here, there = (
            {  # a function alone tells a table, too
                finding.facet
                for result in some
                for finding in result.findings
                if finding.alone is None and finding.verdict is not Verdict.CORRECT
            }
            for some in (seen, wrong.values())
        )
        if there <= here and not knows_only_what_is_visible(known, others):
            continue
        beside = (unpaid_entry(r, s, NEVER_SEEN, UNSEEN_TREE) for s, r in wrong.items())
        tell_instructor(gradebook, name, (known, others), TREES, beside)


def _tallies(judged: Sequence[CaseResult]) -> tuple[Tally, Tally]:
    return tallies(judged, lambda result: tally([is_right(result)]))


def _wrong_on(
    desk: Searches, sheets: Sequence[Sheet]
) -> Iterator[tuple[Sheet, CaseResult]]:
    """The trees on which it is wrong both times that it is asked."""
    bench, cases = desk.bench, [sheet.case for sheet in sheets]
    seen: tuple[Observed | None, ...] = (None,) * len(sheets)
    can_ask = bool(cases) and not bench.budget.is_over()
    if can_ask and not bench.apart:
        with bench.running_beside_others():
            seen = asked_together(bench, cases).seen
    for sheet, together in zip(sheets, seen, strict=True):
        if together is not None and judge(sheet, together).verdict in TELLS_NOTHING:
            continue
        times, wrong = 2 if together is None else 1, []
        for _ in range(times):
            if bench.budget.is_over():
                break
            with bench.running_beside_others():
                alone = bench.sandbox, bench.staged.folder
                case = sheet.case
                observed = observe(*alone, case.question, case.tree)
            result = judge(sheet, observed)
            if result.verdict not in TELLS_NOTHING:
                wrong.append(result)
        if len(wrong) == times:
            yield sheet, wrong[-1]


class SearchDesk(Searches):
    """Runs searches, and teaches what they show together."""

    wording = words.WORDING

    def look_for_counterexamples(
        self, gradebook: Gradebook, judged: Results, visibility: str
    ) -> None:
        """Look for the smallest trees on which the questions of these tests fail."""
        with told_if_it_fails(gradebook):
            add_counterexamples(
                self, gradebook, with_memory_of_others(judged), visibility
            )

    def add_shared_findings(self, gradebook: Gradebook, judged: Results) -> Results:
        """The tests, with the convention that those of a question follow."""
        with told_if_it_fails(gradebook):
            named = _named(self, judged)
            for node, (numbered, convention) in named.items():
                entry = numbered.entry_with(Lesson(convention=convention))
                gradebook.report.entries[node] = entry
            return {node: numbered for node, (numbered, _) in named.items()}
        return dict(judged)

    def score(self, tests: Sequence[Case]) -> Score | None:
        """A trial for each tree; ties are settled on small trees that are no tests."""
        from autograder.kinds.search import trials  # noqa: PLC0415 - if it is wanted

        score = trials.score(self.bench, tests, self.sheets)
        settles = partial(self._is_right_on_family, tests)
        return score and replace(score, settles=settles)

    def _is_right_on_family(self, tests: Sequence[Case], folder: Path) -> bool | None:
        """Whether an edited program is right on small trees; None if nobody knows."""
        from autograder.kinds.search import counterexample  # noqa: PLC0415 - seldom

        bench, question = self.bench, tests[0].question
        family = self.book.family(question.name)
        if family is None:
            return None
        asked = replace(question, limits=bench.haste.of_small_trees(question))
        with bench.running_beside_others():
            return counterexample.is_right_on_family(
                bench.sandbox, folder, asked, family, [test.tree for test in tests]
            )

    def add_lessons(
        self, gradebook: Gradebook, judged: Results, *, replays: Replays, searches: bool
    ) -> None:
        """Add lines, and if wanted replays and the smallest trees."""
        with told_if_it_fails(gradebook):
            results = with_memory_of_others(judged)
            add_lessons(self, gradebook, results, replays=replays)
            if searches:
                add_counterexamples(self, gradebook, results, HIDDEN)
            add_unseen_failures(self, gradebook, by_question(results))


class SearchKind(Kind):
    """Values, actions and visits of a search on each of some trees."""

    name = Question.kind
    advice = ("Look inside", "What is graded", "What helps", "What to leave out")
    desk = SearchDesk
    form: Form = searches

    def assignment_with_answers(self, assignment: Assignment) -> Assignment:
        """With the signatures of the functions, as the answers have them."""
        return signatures.load(assignment)

    def answers(self, assignment: Assignment) -> AnswerBook:
        """The answers on all trees, loaded at once; AssignmentError if one is stale."""
        return AnswerBook(assignment, signatures.load_answers(assignment))

    def public(self, test: Case) -> Case:
        """With the accepted conventions and no others."""
        question = replace(test.question, conventions=test.question.accept)
        return replace(test, question=question)

    def files(self, assignment: Assignment) -> Files:
        """Trees, which are written out, and their answers."""
        from autograder.kinds.search import computing  # noqa: PLC0415 - for authors

        return computing.files(assignment)


KIND = SearchKind()
