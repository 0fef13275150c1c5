"""A function without a game, called on rows of arguments, graded and told."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from autograder.answers.file import grouped_tests
from autograder.assignment.file import Form
from autograder.assignment.questions import Assignment
from autograder.errors import GraderError
from autograder.game import Content
from autograder.judging.verdicts import UNJUDGED, Verdict
from autograder.kinds import entries
from autograder.kinds.kind import Files, Replays
from autograder.kinds.onejob import OneFile, OneJob, line_of_function
from autograder.kinds.table import judging
from autograder.kinds.table import question as tables
from autograder.observing.bench import Extra, fault_of_ours
from autograder.observing.outcome import Fault, Outcome, Returned
from autograder.observing.repairing import LEAST_RECURSION, Ended, Facets, Job, Trial
from autograder.project import LAWS as LAW_PLACE
from autograder.project import TRUSTED
from autograder.report.entries import TESTS
from autograder.report.gradebook import Gradebook
from autograder.text import clean, few_names
from autograder.trees.values import value_text as shown_number
from autograder.words import faults
from autograder.words.blocks import NEVER_SEEN, Note, Passage, Sentence

CALL, VALUE = 100, 80  # characters of a call, and of what it returns
ROUGH = 1e-5  # a tolerance that is told
CUT = "..."  # stands in what is shown of a long value
NO_FINITE = ("inf", "nan")
MOST_ROWS = 5  # told beside the first
CALLS = 200  # characters of calls
ONE_GROUP = "{}: right on all rows that you see but {} of “{}”"
IN_COMMON = "What do these rows have in common that the others have not?"
BY_ITSELF = (Verdict.MODULE_MISSING, Verdict.FUNCTION_MISSING, Verdict.NOT_FILLED_IN)
NOT_RUN = (*BY_ITSELF, Verdict.NOT_RUN, Verdict.GRADER_ERROR, Verdict.WRONG_SIGNATURE)
FACET_NAMES = {tables.RESULT: "results", tables.LAWS: "laws"}

NUMBER_HINTS = {
    **faults.VALUE_HINTS,
    "inf": "expected a finite number",
    "nan": "expected a finite number",
    "huge": "beyond ±2**53, which is not exact",
    "str": "return the number, not a text of it",
    "tuple": "return the number alone",
    "list": "return the number alone",
}
LIST_HINTS = {
    "none": faults.VALUE_HINTS["none"],
    "set": "a set has no order; return a list",
    "iterator": "return a list; list(…) makes one of it",
    "coroutine": faults.VALUE_HINTS["coroutine"],
    "callable": faults.VALUE_HINTS["callable"],
}
SET_HINTS = {**LIST_HINTS, "dict": "return a list or a set"}
WANTED = {
    tables.NUMBER: faults.ExpectedKind("an int or a float", NUMBER_HINTS),
    tables.SEQUENCE: faults.ExpectedKind(
        "a list of finite numbers, texts or lists of these", LIST_HINTS
    ),
    tables.SET: faults.ExpectedKind(
        "a list or a set of finite numbers, texts or tuples", SET_HINTS
    ),
}
CHANGES = (
    "{} changed its arguments: it got its own, so that nothing else went wrong here; "
    "work on a copy"
)
STAYS = "something of an earlier call stays"
KEEPS = (
    f"By itself {{}} is right: {STAYS}. Is there a global, or a default argument, that "
    "is changed?"
)
IMPORT = "import"  # the stage of a fault before any call
RAISED = "raised"  # begins the sentence on an exception
OTHERWISE = "a second run went otherwise"
CAME_OTHERWISE = "a second run came to something else"
TOO = "; it changed its arguments, too"
CHANGED = "correct, but it changed its arguments"


def headline(result: judging.TableResult) -> str:
    """One sentence on the whole test: the first row that is wrong, or a broken law."""
    if result.verdict is Verdict.CORRECT:
        changed = any(seen.changed for seen in result.observed.rows)
        told = CHANGED if changed else "correct"
        return f"{told}; {OTHERWISE}" if result.differs_at else told
    wrong = next(f for f in result.findings if f.verdict is result.verdict)
    told = sentence(wrong, result)
    return f"{told}; {STAYS}" if result.keeps_state else told


def sentence(finding: judging.TableFinding, result: judging.TableResult) -> str:
    """One sentence on one facet."""
    if finding.wrong:
        return _wrong(finding.wrong[0], result)
    if finding.broken:
        return _breach(finding.broken[0], result)
    count = len(result.observed.rows)
    rows = "the row is" if count == 1 else f"all {count} rows are"
    return f"{rows} right" if finding.facet == tables.RESULT else "all laws are kept"


def _wrong(wrong: judging.WrongRow, result: judging.TableResult) -> str:
    """What is wrong with a call, with its arguments, what came, and what should."""
    question = result.test.question
    call = clean(result.test.call_text(wrong.seen.row), CALL)
    outcome = wrong.seen.outcome
    if isinstance(outcome, Fault):
        told = faults.fault_sentence(outcome, wrong.seen.call)
        if wrong.verdict in NOT_RUN or outcome.stage == IMPORT:
            return told
        return f"{call}{'' if told.startswith(RAISED) else ':'} {told}"
    changed = TOO if wrong.seen.changed else ""
    # Whether what should have come says all that is wrong with what came:
    is_told = outcome.kind == "none" and wrong.expected == ()
    if outcome.kind in NO_FINITE:
        is_told = type(wrong.expected) in (int, float)
    if wrong.verdict is Verdict.WRONG_TYPE and not is_told:
        told = faults.wrong_type(call, outcome, WANTED[question.compare])
        return f"{told}{changed}"
    right = expected_text(wrong.expected, question)
    return f"{faults.RETURNED.format(call, _returned(outcome), right)}{changed}"


def expected_text(value: Content, question: tables.Table) -> str:
    """What should have come, and how near a number must come where that is not very."""
    if tables.is_number(value):
        near = question.tolerance
        told = f" (tolerance {near:g})" if near >= ROUGH else ""
        return f"{shown_number(value)}{told}"
    if question.compare != tables.SET or not isinstance(value, tuple):
        return clean(tables.value_as_written(value), VALUE)
    order = " in any order" if value else ""
    items = ", ".join(map(_as_item, value))
    return f"{clean(f'[{items}]', VALUE)}{order}"


def _as_item(value: Content) -> str:
    """An item of a set as Python writes it: no list can be one."""
    if not isinstance(value, tuple):
        return tables.value_as_written(value)
    items = ", ".join(map(_as_item, value))
    return f"({items},)" if len(value) == 1 else f"({items})"


def _returned(outcome: Returned) -> str:
    """What came back, as Python writes it; a long list item by item."""
    is_short = CUT not in outcome.text and len(outcome.text) <= VALUE
    if outcome.items is None or outcome.kind == "set" or is_short:
        return faults.brief(outcome)
    return clean(tables.value_as_written(outcome.items), VALUE)


def _breach(breach: judging.Breach, result: judging.TableResult) -> str:
    """Which law is broken, and by what."""
    came = {seen.row.arguments: seen.outcome for seen in result.observed.rows}
    function = result.test.question.function
    told = [
        f"{clean(tables.call_text(function, r), CALL)} is {came[r]}"
        for r in breach.rows
    ]
    law = breach.law.says.rstrip(".")
    return f"{' and '.join(told)}, but {law[:1].lower()}{law[1:]}"


BRIEF = {
    Verdict.WRONG_TYPE: "something else than was asked for was returned",
    Verdict.WRONG_VALUE: "a result is wrong",
    Verdict.BREAKS_A_LAW: "a law is broken",
}


def details(result: judging.TableResult) -> tuple[Passage, ...]:
    """What stands below the headline: facets, rows, the traceback, the prints."""
    facets = entries.facet_blocks(result, FACET_NAMES.__getitem__, sentence)
    rows = tuple(map(Sentence, _other_rows(result)))
    above = (*(facets if len(facets) > 1 else ()), *rows)
    notes = tuple(map(Sentence, _notes(result)))
    fault = None if result.wrong is None else result.wrong.seen.outcome
    return entries.below_the_headline(result, (above, notes), fault)


def _other_rows(result: judging.TableResult) -> Iterator[str]:
    """How many rows are wrong, and some of them; laws that are broken besides."""
    count = len(result.observed.rows)
    for finding in result.findings:
        if finding.verdict in NOT_RUN:
            continue
        if count > 1 and finding.wrong:
            uncalled = sum(map(_is_unreached, finding.wrong))
            rows = len(finding.wrong) - uncalled
            told = f"{rows} of {count} rows {'is' if rows == 1 else 'are'} wrong"
            was = "1 was" if uncalled == 1 else f"{uncalled} were"
            yield f"{told}, and {was} not called." if uncalled else f"{told}."
        for wrong in finding.wrong[1 : MOST_ROWS + 1]:
            if not _is_unreached(wrong):
                yield f"- {_wrong(wrong, result)}"
        if finding.broken:
            often = finding.broken[0].count
            yield f"This law is broken {'once' if often == 1 else f'{often} times'}."
        for breach in finding.broken[1:]:
            yield f"- {_breach(breach, result)}"


def _is_unreached(wrong: judging.WrongRow) -> bool:
    outcome = wrong.seen.outcome
    return isinstance(outcome, Fault) and outcome.stage == "unreached"


def _notes(result: judging.TableResult) -> Iterator[str]:
    """What is to be known beside what is right and wrong."""
    test = result.test
    if result.keeps_state and result.wrong is not None:
        yield KEEPS.format(clean(test.call_text(result.wrong.seen.row), CALL))
    changed = [seen for seen in result.observed.rows if seen.changed]
    if changed:
        yield CHANGES.format(clean(test.call_text(changed[0].row), CALL))
    if result.differs_at:
        one, other = result.differs_at
        call = clean(test.call_text(one.row), CALL)
        came, before = [
            each.type or each.kind if isinstance(each, Fault) else faults.brief(each)
            for each in (other.outcome, one.outcome)
        ]
        otherwise = f"{call}: {CAME_OTHERWISE}, {came} and not {before}"
        yield f"{otherwise}; is there something random?"


def note_on_missed_rows(results: Sequence[judging.TableResult]) -> Note | None:
    """That rows are wrong in one test alone, and which, if rows stand in groups."""
    wrong = [each for each in results if each.verdict is not Verdict.CORRECT]
    has_groups = any(len(each.test.rows) > 1 for each in results)
    if len(wrong) != 1 or len(results) == 1 or not has_groups:
        return None
    (only,) = wrong
    if only.verdict in (*UNJUDGED, Verdict.MODULE_MISSING):
        return None
    test, name = only.test, only.test.question.name
    rows = dict.fromkeys(row.seen.row for f in only.findings for row in f.wrong)
    is_whole = len(rows) in (0, len(test.rows))
    which = "those" if is_whole else f"{len(rows)} of the {len(test.rows)}"
    calls = tuple(clean(test.call_text(row), CALL) for row in rows)
    told = () if is_whole else (f"Wrong there: {few_names(calls, CALLS)}.",)
    title = ONE_GROUP.format(name, which, clean(test.about, CALL))
    return Note(title, (*told, IN_COMMON), name, IN_COMMON)


def _shown(result: judging.TableResult) -> entries.Shown:
    """What the call returned that tells most, as JSON has it."""
    outcome = result.main_outcome
    if isinstance(outcome, Fault):
        return entries.Shown()
    if outcome.items is not None:
        return entries.Shown(tables.in_lists(outcome.items))
    return entries.Shown(outcome.text if outcome.number is None else outcome.number)


WORDING = entries.Wording(headline, BRIEF, details, _shown, TESTS)


STEPS_PER_ROW = 3_000  # that a program may make

Results = Mapping[
    str, entries.JudgedTest[judging.TableResult]
]  # by the id of the test's node


class Tables(OneJob[tables.TableTest, judging.TableObserved, judging.TableResult]):
    """The tests of tables of the submission on a bench."""

    wording = WORDING

    def job(
        self, test: tables.TableTest
    ) -> tuple[Job, Callable[[Ended], judging.TableObserved]]:
        """Calls of the function on all rows."""
        names = self.answers[test.question.name].names
        return judging.calls(self.bench.sandbox, self.bench.staged.folder, test, names)

    def stand_in_observation(
        self, test: tables.TableTest, *outcomes: Outcome
    ) -> judging.TableObserved:
        """What stands for the calls where none is made: the first, for all."""
        return judging.stand_in_observation(
            test, self.answers[test.question.name].names, outcomes[0]
        )

    def judged(
        self, test: tables.TableTest, observed: judging.TableObserved
    ) -> judging.TableResult:
        """The result; a law that does not fit the rows is a fault of the grader."""
        answers = self.answers[test.question.name]
        try:
            return judging.judge(test, answers, observed)
        except GraderError as error:
            return judging.judge(
                test, answers, self.stand_in_observation(test, fault_of_ours(error))
            )

    def trials(self, tests: Sequence[tables.TableTest]) -> list[Trial]:
        """A trial for each test, which tells each row apart."""
        return [
            Trial(
                size=test.size,
                steps=STEPS_PER_ROW * test.size,
                recursion=LEAST_RECURSION,
                ask=self.calls_and_judge(test, partial(self.facets, test)),
            )
            for test in tests
        ]

    def facets(self, test: tables.TableTest, observed: judging.TableObserved) -> Facets:
        """Whether each row is right, and whether all laws are kept, of each facet."""
        result = self.judged(test, observed)
        facets: list[bool] = []
        for finding in result.findings:
            wrong = {id(each.seen) for each in finding.wrong}
            facets += [id(seen) not in wrong for seen in result.observed.rows]
            facets.append(not finding.broken)
        return tuple(facets)

    def results_on_unseen(
        self, name: str, like: judging.TableResult
    ) -> Iterator[judging.TableResult]:
        """What the function of a question does on rows that it has not met."""
        answers: tables.TableAnswers = self.answers[name]
        if answers.unseen and not self.bench.budget.is_over():
            right = {NEVER_SEEN: tuple([row.result for row in answers.unseen])}
            test = replace(like.test, about=NEVER_SEEN, rows=answers.unseen)
            with self.bench.running_beside_others():
                observed = self.observe(test, test.question.limits)
            yield judging.judge(test, replace(answers, results=right), observed)

    def with_reason(
        self, result: judging.TableResult, seconds: float
    ) -> judging.TableResult:
        """The result with what the first wrong call comes to by itself."""
        wrong, budget = result.wrong, self.bench.budget
        if wrong is None or wrong.seen is result.observed.rows[0]:
            return result
        if not budget.affords(Extra.REPEATED_CALLS, seconds):
            return result
        only = replace(result.test, rows=(wrong.seen.row,))
        with budget.spent_on(Extra.REPEATED_CALLS):
            alone = self.observe(only, only.question.limits)
        return replace(result, alone=alone.rows[0].outcome)

    def add_lessons(
        self, gradebook: Gradebook, judged: Results, *, replays: Replays, searches: bool
    ) -> None:
        """Add lines, and the only group of rows that is missed."""

        def line_of(result: judging.TableResult) -> Any:
            function = result.test.question.function
            return line_of_function(result, self.bench.sources, function)

        def teach(members: Results) -> None:
            entries.add_lines(gradebook, members, line_of)
            results = [each.result for each in members.values()]
            if any(each.verdict is not Verdict.CORRECT for each in results):
                entries.add_note_on_questions(gradebook, results, note_on_missed_rows)
                gradebook.save_if_possible()

        entries.teach_each_question(gradebook, judged, teach)
        entries.tell_of_tables(
            gradebook, judged, tally_of_rows, self.results_on_unseen, "rows"
        )


def tally_of_rows(result: judging.TableResult) -> entries.Tally:
    """How many rows are right, and break no law together with others."""
    wrong = {row.seen.row.arguments for f in result.findings for row in f.wrong}
    broken = (breach.rows for f in result.findings for breach in f.broken)
    wrong |= {arguments for rows in broken for arguments in rows}
    return entries.tally(row.arguments not in wrong for row in result.test.rows)


class TableKind(OneFile):
    """Results of a function on rows of arguments, and laws that they keep."""

    name = tables.Table.kind
    advice = ("Functions without a game",)
    desk = Tables
    form: Form = tables
    Test = tables.TableTest

    def answers(self, assignment: Assignment) -> Mapping[str, tables.TableAnswers]:
        """The results of all rows, by question; laws are loaded."""
        for tests in grouped_tests(assignment, tables.TableTest).values():
            judging.laws_of(tests[0].question)
        return super().answers(assignment)

    def other_zip_files(
        self, assignment: Assignment, tests: Sequence[tables.TableTest]
    ) -> Files:
        """The laws that the tests name."""
        laws = {law for test in tests for law in test.question.laws}
        paths = [judging.law_file(tests[0].question, law) for law in laws]
        return {
            f"{TRUSTED}/{LAW_PLACE}/{path.name}": path.read_bytes() for path in paths
        }


KIND = TableKind()
