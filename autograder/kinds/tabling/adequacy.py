"""Whether rows catch the mistakes of a function, and tell them apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from autograder.answers.tables import Mistaken, TableAnswers, load, tables_of
from autograder.assignment.questions import Assignment
from autograder.assignment.tables import RESULT, TableTest
from autograder.authoring import tablemistakes
from autograder.judging.tables import are_alike
from autograder.kinds.kind import Adequacy
from autograder.text import counted, few, wrapped
from autograder.words.adequacy import BRIEF, WIDTH, percent

NAMED = 60  # characters of names in one sentence
NEEDED = 90  # percent of the mistakes that must be told apart from all others

Tests = Sequence[TableTest]


def adequacy(assignment: Assignment) -> Adequacy:
    """What is found of each table; AssignmentError where there are no answers."""
    found = [(ts, load(assignment, ts)) for ts in tables_of(assignment).values()]
    return Adequacy(
        tuple("\n".join(_lines_on(tests, answers)) for tests, answers in found),
        tuple(fault for each in found for fault in _faults(*each)),
        any(answers.mistakes for _, answers in found),
        summary=tuple(_brief(*each) for each in found),
    )


def _brief(tests: Tests, answers: TableAnswers) -> str:
    """How many mistakes are caught, in a line."""
    name, known = tests[0].question.name, answers.mistakes
    caught = sum(any(_catches(t, answers, each) for t in tests) for each in known)
    return BRIEF.format(name, caught, len(known), counted(len(tests), "test"))


def _lines_on(tests: Tests, answers: TableAnswers) -> Iterator[str]:
    """How many mistakes are caught, by which tests, and which look the same."""
    name, known = tests[0].question.name, answers.mistakes
    if not known:
        yield f"{name}: there are no misconceptions of it"
        return
    rows = counted(sum(len(test.rows) for test in tests), "row")
    where = f"{rows} in {counted(len(tests), 'test')}"
    yield f"{name}: {counted(len(known), 'misconception')} on {where}"
    yield ""
    for mistake in known:
        caught = tuple(t.about for t in tests if _catches(t, answers, mistake))
        every = "all" if len(caught) == len(tests) else few(caught, NAMED)
        yield from wrapped(f"{mistake.name}: {every}", WIDTH, "  ", "    ")
    for group in _alike(tests, known):
        yield from wrapped(f"The same on all rows: {', '.join(group)}", WIDTH)


def _catches(test: TableTest, answers: TableAnswers, mistake: Mistaken) -> bool:
    """Whether a test shows a mistake: its results, or that a law is broken."""
    right = answers.results.get(test.about, ())
    return not are_alike(test, mistake.shows[test.about], right)


def _alike(tests: Tests, mistakes: Sequence[Mistaken]) -> list[tuple[str, ...]]:
    """Mistakes that look the same in all tests, where results are asked for."""
    if not any(test.question.asks_for(RESULT) for test in tests):
        return []  # which law is broken tells what is wrong, and not why
    groups: list[list[Mistaken]] = []
    for mistake in mistakes:
        same = next((g for g in groups if _are_same(tests, g[0], mistake)), None)
        if same is None:
            groups.append([mistake])
        else:
            same.append(mistake)
    return [tuple(each.name for each in g) for g in groups if len(g) > 1]


def _are_same(tests: Tests, one: Mistaken, other: Mistaken) -> bool:
    return all(are_alike(t, one.shows[t.about], other.shows[t.about]) for t in tests)


def _faults(tests: Tests, answers: TableAnswers) -> Iterator[str]:
    """What is wrong with the rows of a table: mistakes missed, or not told apart."""
    name, known = tests[0].question.name, answers.mistakes
    if idle := tablemistakes.idle(tests):
        yield f"{name}: no row catches {len(idle)} ({few(idle, NAMED)})"
    apart = len(known) - sum(map(len, _alike(tests, known)))
    if known and 100 * apart < NEEDED * len(known):
        yield (
            f"{name}: {apart} of {len(known)} misconceptions are told apart from all "
            f"others ({percent(apart, len(known))} %, where {NEEDED} % are needed)"
        )
