"""Whether the lines of a game catch its mistakes, and tell them apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from autograder.answers.plays import PlayAnswers, games_of, load
from autograder.answers.tables import Mistaken
from autograder.assignment.plays import Walk
from autograder.assignment.questions import Assignment
from autograder.authoring import playmistakes
from autograder.kinds.kind import Adequacy
from autograder.text import counted, few, wrapped
from autograder.words.adequacy import BRIEF, WIDTH, percent

NAMED = 60  # characters of names in one sentence
NEEDED = 90  # percent of the mistakes that must be told apart from all others

Tests = Sequence[Walk]


def adequacy(assignment: Assignment) -> Adequacy:
    """What is found of each game; AssignmentError where there are no answers."""
    found = [
        (tests, load(assignment, tests)) for tests in games_of(assignment).values()
    ]
    return Adequacy(
        tuple("\n".join(_lines_on(tests, answers)) for tests, answers in found),
        tuple(fault for each in found for fault in _faults(*each)),
        any(answers.mistakes for _, answers in found),
        summary=tuple(_brief(*each) for each in found),
    )


def _names(answers: PlayAnswers) -> dict[str, list[Mistaken]]:
    """The mistakes by name, each in all the ways in which it shows."""
    found: dict[str, list[Mistaken]] = {}
    for mistake in answers.mistakes:
        found.setdefault(mistake.name, []).append(mistake)
    return found


def _brief(tests: Tests, answers: PlayAnswers) -> str:
    """How many mistakes are caught, in a line."""
    known = len(_names(answers))
    name = tests[0].question.name
    return BRIEF.format(name, known, known, counted(len(tests), "test"))


def _lines_on(tests: Tests, answers: PlayAnswers) -> Iterator[str]:
    """How many mistakes are caught, by which tests, and which look the same."""
    name, known = tests[0].question.name, _names(answers)
    if not known:
        yield f"{name}: there are no misconceptions of it"
        return
    lines = sum(len(answers.walked(test)) for test in tests)
    where = f"{counted(lines, 'line')} in {counted(len(tests), 'test')}"
    yield f"{name}: {counted(len(known), 'misconception')} on {where}"
    yield ""
    for mistake, ways in known.items():
        caught = tuple(t.about for t in tests if any(w.shows[t.about] for w in ways))
        every = "all" if len(caught) == len(tests) else few(caught, NAMED)
        yield from wrapped(f"{mistake}: {every}", WIDTH, "  ", "    ")
    for group in _alike(answers):
        yield from wrapped(f"The same on all lines: {', '.join(group)}", WIDTH)


def _alike(answers: PlayAnswers) -> list[tuple[str, ...]]:
    """Mistakes that look the same in all tests."""
    by_look: dict[str, dict[str, None]] = {}
    for mistake in answers.mistakes:
        by_look.setdefault(repr(mistake.shows), {})[mistake.name] = None
    return [tuple(names) for names in by_look.values() if len(names) > 1]


def _faults(tests: Tests, answers: PlayAnswers) -> Iterator[str]:
    """What is wrong with the lines of a game: mistakes missed, or not told apart."""
    name, known = tests[0].question.name, _names(answers)
    if idle := playmistakes.idle(tests, answers):
        yield f"{name}: no line catches {len(idle)} ({few(idle, NAMED)})"
    apart = len(known) - len({name for group in _alike(answers) for name in group})
    if known and 100 * apart < NEEDED * len(known):
        yield (
            f"{name}: {apart} of {len(known)} misconceptions are told apart from all "
            f"others ({percent(apart, len(known))} %, where {NEEDED} % are needed)"
        )
