"""The mistakes of a table's function: made of the reference, and known again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from types import ModuleType

from autograder.answers.tables import Mistaken, Pair, Results, TableAnswers
from autograder.answers.timed import TookTooLong, timed
from autograder.assignment.questions import FEEDBACK
from autograder.assignment.signature import USUAL
from autograder.assignment.tables import RESULT, Row, Table, TableTest, in_lists
from autograder.judging.outcome import OUT_OF_TIME, TIMEOUT, Fault, Outcome, decode
from autograder.judging.tables import TableResult, are_alike, shows
from autograder.judging.verdicts import Verdict
from autograder.programs import program
from autograder.programs.program import Program
from autograder.project import REFERENCE
from autograder.teaching import misconceptions
from autograder.teaching.diagnosis import MOST_TITLES, NOT_OBSERVED, Diagnosis, of_pairs
from autograder.teaching.misconceptions import Mistake
from autograder.teaching.styles import Style
from autograder.text import clean, few
from autograder.worker.values import encode_whole

ONE_GROUP = "right on all rows but {} of “{}”"
ONE_OF_SHOWN = "right on all rows that are shown but {} of “{}”"
ALIKE = "On these rows several mistakes look the same. It is one of these:"
GROUND = "This foretells exactly what was seen in {}."
FULL = FEEDBACK[0]
LEAST_ROWS = 8  # of a table of which two mistakes together are told
GROUP = 80  # characters of a group's name
CALLS = 200  # characters of calls
LOOK_THERE = "What do these rows have in common that the others have not?"
LOOK_AT_IT = "What does it have that the others have not?"
LOOK_AT_THESE = "What do these have in common that the others have not?"


@dataclass(frozen=True, slots=True)
class Made:
    """A mistake made in the reference's function."""

    mistake: Mistake
    style: Style
    program: Program


def outcomes_of(function: object, test: TableTest) -> Iterator[Outcome]:
    """What comes of a test's calls in this process, as it would come from a worker.

    Behind one that takes too long no other is made.
    """
    seconds, never = test.question.limits.wall_seconds, None
    for row in test.rows:
        outcome = never or _outcome_of(function, row, seconds)
        if isinstance(outcome, Fault) and outcome.kind in OUT_OF_TIME:
            never = outcome
        yield outcome


def _outcome_of(function: object, row: Row, seconds: float) -> Outcome:
    assert callable(function)
    try:
        returned = timed(seconds, lambda: function(*map(in_lists, row.arguments)))
    except TookTooLong:
        return Fault(TIMEOUT)
    except Exception as error:  # noqa: BLE001 - whatever it raises is what it does
        return Fault("crash", str(error), type(error).__name__)
    return decode({"returned": encode_whole(returned)})


def shown_by(
    module: ModuleType, tests: Sequence[TableTest]
) -> Mapping[str, tuple[object, ...]]:
    """What is seen of a module's function, test by test."""
    return {
        test.about: shows(
            test, [*outcomes_of(vars(module)[test.question.function], test)]
        )
        for test in tests
    }


def made_in(question: Table) -> Iterator[Made]:
    """The reference's function with each mistake that fits it.

    Raises ModuleError where a file of `reference/misconceptions/` is none.
    """
    style = _style(question)
    for mistake in misconceptions.of_module(question.module):
        wrong = mistake.made_in(style)
        if wrong is not None:
            yield Made(mistake, style, wrong)


def made(tests: Sequence[TableTest]) -> Iterator[Mistaken]:
    """The mistakes of a table's function that show in its tests; raises the same."""
    question = tests[0].question
    right = shown_by(_style(question).program.module(question.module), tests)
    for each in made_in(question):
        mistake = each.mistake
        shown = shown_by(each.program.module(mistake.name), tests)
        if shown != right:
            told = (mistake.name, mistake.title, mistake.family, mistake.text)
            yield Mistaken(*told, shown)


def pairs(tests: Sequence[TableTest], known: Sequence[Mistaken]) -> Iterator[Pair]:
    """Each two known mistakes that can be made together, and show what no one does.

    There are none on few rows, and none where laws alone are asked for: too many would
    look alike.
    """
    rows = sum(len(test.rows) for test in tests)
    is_asked = all(test.question.asks_for(RESULT) for test in tests)
    if not known or rows < LEAST_ROWS or not is_asked:
        return
    style = _style(tests[0].question)
    names = {each.name for each in known if _ends(each.shows)}
    alone = [each.shows for each in known]
    mine = [m.mistake for m in made_in(tests[0].question) if m.mistake.name in names]
    right = shown_by(style.program.module(style.module), tests)
    for first, second in combinations(mine, 2):
        both = misconceptions.together(style, first, second)
        if both is None:
            continue
        shown = shown_by(both.module(style.module), tests)
        if shown != right and shown not in alone:
            yield Pair((first.name, second.name), shown)


def _ends(shows: Results) -> bool:
    """Whether each call ends: one that does not takes its time with each other."""
    return not any(TIMEOUT in seen for seen in shows.values())


def idle(tests: Sequence[TableTest]) -> tuple[str, ...]:
    """The mistakes that fit the function and show in none of its tests."""
    found = {mistake.name for mistake in made(tests)}
    fitting = (each.mistake.name for each in made_in(tests[0].question))
    return tuple(name for name in fitting if name not in found)


def _style(question: Table) -> Style:
    """The reference's function, with what it calls."""
    right = program.read(REFERENCE / f"{question.module}.py")
    function = question.function
    own = right.only(function)
    return Style(USUAL, own, (function,), "", accepted=True, module=question.module)


def diagnose(
    results: Sequence[TableResult], answers: TableAnswers, *, all_shown: bool = True
) -> Diagnosis | None:
    """What explains tests of a table: a known mistake, or the one group missed.

    Where not `all_shown`, these are those that students see.
    """
    wrong = [each for each in results if each.verdict is not Verdict.CORRECT]
    if not wrong or any(map(_is_unseen, results)):
        return None
    foretold = [m for m in answers.mistakes if _foretells(m.shows, results)]
    asked = any(each.test.question.asks_for(RESULT) for each in results)
    if foretold and asked:
        return _named(foretold, len(results))
    if asked and (two := _of_two(answers, results)):
        return two
    if len(wrong) > 1 or len(results) == 1 or not _has_groups(results):
        return None
    (only,) = wrong
    about = clean(only.test.about, GROUP)
    title = ONE_GROUP if all_shown else ONE_OF_SHOWN
    those, look = _those(only)
    told = title.format(those, about)
    return Diagnosis(f"only: {about}", told, (look,))


def _those(result: TableResult) -> tuple[str, str]:
    """Which rows of a group are wrong, if these are not all, and where to look then.

    Rows are told where students are told of them.
    """
    rows = len(result.test.rows)
    calls = [each.seen.row for f in result.findings for each in f.wrong]
    wrong = [result.test.call(row) for row in dict.fromkeys(calls)]
    if not 0 < len(wrong) < rows:
        return "those", LOOK_THERE
    shown = few(tuple(clean(call, GROUP) for call in wrong), CALLS)
    look = LOOK_AT_IT if len(wrong) == 1 else LOOK_AT_THESE
    there = f"Wrong there: {shown}. " if result.test.feedback == FULL else ""
    return f"{len(wrong)} of the {rows}", f"{there}{look}"


def _of_two(answers: TableAnswers, results: Sequence[TableResult]) -> Diagnosis | None:
    """Two mistakes that foretell all together, or one that all such have in common."""
    of = {each.name: each for each in answers.mistakes}
    foretold = [pair for pair in answers.pairs if _foretells(pair.shows, results)]
    named = [tuple(of[name] for name in pair.names) for pair in foretold]
    return of_pairs(named, _ground(len(results)), "rows")


def _has_groups(results: Sequence[TableResult]) -> bool:
    """Whether rows stand in groups, and not each by itself."""
    return any(len(each.test.rows) > 1 for each in results)


def _named(foretold: Sequence[Mistaken], tests: int) -> Diagnosis | None:
    """The mistake, or those few that look the same."""
    ground = _ground(tests)
    if len(foretold) == 1:
        (only,) = foretold
        told = filter(None, only.text.split("\n"))
        return Diagnosis(only.name, only.title, (*told, ground))
    if len(foretold) > MOST_TITLES:
        return None
    titles = [f"– {each.title}" for each in foretold]
    families = {each.family for each in foretold}
    several = f"one of {len(foretold)} mistakes that look the same on these rows"
    title = families.pop() if len(families) == 1 else several
    key = " or ".join(each.name for each in foretold)
    return Diagnosis(key, title, (ALIKE, *titles, ground))


def _ground(tests: int) -> str:
    return GROUND.format(f"each of the {tests} tests" if tests > 1 else "the test")


def _is_unseen(result: TableResult) -> bool:
    """Whether nothing was seen of the function itself."""
    return any(seen.outcome.kind in NOT_OBSERVED for seen in result.observed.rows)


def _foretells(known: Results, results: Sequence[TableResult]) -> bool:
    """Whether all that was seen is what a mistake shows."""
    return all(
        each.test.about in known
        and are_alike(
            each.test,
            shows(each.test, [seen.outcome for seen in each.observed.rows]),
            known[each.test.about],
        )
        for each in results
    )
