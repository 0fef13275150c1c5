"""Whether trees catch the mistakes of a search by playouts, and tell them apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from autograder.answers.playouts import Mistaken, PlayoutAnswers, load
from autograder.assignment.playouts import PlayoutTest, searches_of
from autograder.assignment.points import added
from autograder.assignment.questions import Assignment
from autograder.authoring import playoutmistakes
from autograder.authoring.adequacy import Cost
from autograder.kinds.kind import Adequacy
from autograder.text import counted, few, wrapped
from autograder.words.adequacy import BRIEF, WIDTH, losses, percent

NAMED = 60  # characters of names in one sentence
LOSE = "Lose least, of {} points: {}."
NEEDED = 90  # percent of the mistakes that must be told apart from all others
REMEDY = "more iterations, or a tree on which other actions are best, may tell more"

Tests = Sequence[PlayoutTest]


def adequacy(assignment: Assignment) -> Adequacy:
    """What is found of each question; AssignmentError where there are no answers."""
    found = [(ts, load(assignment, ts)) for ts in searches_of(assignment).values()]
    costs = [playoutmistakes.costs(*each) for each in found]
    return Adequacy(
        tuple("\n".join(_lines_on(*e, c)) for e, c in zip(found, costs, strict=True)),
        tuple(fault for each in found for fault in _faults(*each)),
        any(answers.mistakes for _, answers in found),
        remedy=REMEDY,
        summary=tuple(_brief(*each) for each in found),
        costs=tuple(cost for each in costs for cost in each),
    )


def _brief(tests: Tests, answers: PlayoutAnswers) -> str:
    """How many mistakes are caught, in a line."""
    name, known = tests[0].question.name, answers.mistakes
    trees = counted(len(tests), "tree")
    return BRIEF.format(name, len(known), len(known), trees)


def _lines_on(
    tests: Tests, answers: PlayoutAnswers, costs: Sequence[Cost]
) -> Iterator[str]:
    """How many mistakes are caught, and by what; which look the same, or lose least."""
    name, known = tests[0].question.name, answers.mistakes
    where = counted(len(tests), "tree")
    yield f"{name}: {counted(len(known), 'misconception')} on {where}"
    yield ""
    for mistake in known:
        caught = tuple(t.about for t in tests if _catches(t, answers, mistake))
        every = "all" if len(caught) == len(tests) else few(caught, NAMED)
        yield from wrapped(f"{mistake.name}: {every}", WIDTH, "  ", "    ")
    for group in _alike(known):
        yield from wrapped(f"The same on all trees: {', '.join(group)}", WIDTH)
    yield from losses(costs, added(test.points.most for test in tests), LOSE)


def _catches(test: PlayoutTest, answers: PlayoutAnswers, mistake: Mistaken) -> bool:
    """Whether a tree shows a mistake, in each program that has it."""
    usual = playoutmistakes.shown_of(answers.trees[test.about])
    return all(program[test.about] != usual for program in mistake.programs)


def _alike(mistakes: Sequence[Mistaken]) -> list[tuple[str, ...]]:
    """Mistakes of which two programs look the same on all trees."""
    groups: list[list[Mistaken]] = []
    for mistake in mistakes:
        same = next((g for g in groups if _are_same(g[0], mistake)), None)
        if same is None:
            groups.append([mistake])
        else:
            same.append(mistake)
    return [tuple(each.name for each in g) for g in groups if len(g) > 1]


def _are_same(one: Mistaken, other: Mistaken) -> bool:
    return any(program in other.programs for program in one.programs)


def _faults(tests: Tests, answers: PlayoutAnswers) -> Iterator[str]:
    """What is wrong with the trees: mistakes missed, or not told apart."""
    name, known = tests[0].question.name, answers.mistakes
    if idle := playoutmistakes.idle(tests, known):
        yield f"{name}: no tree catches {len(idle)} ({few(idle, NAMED)})"
    apart = len(known) - sum(map(len, _alike(known)))
    if known and 100 * apart < NEEDED * len(known):
        yield (
            f"{name}: {apart} of {len(known)} misconceptions are told apart from all "
            f"others ({percent(apart, len(known))} %, where {NEEDED} % are needed)"
        )
