"""Whether tests catch the mistakes of a question, and how that is told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any, TypeVar

from autograder.answers.program import Program
from autograder.assignment.questions import AnyQuestion, AnyTest, Assignment, exact_sum
from autograder.authoring.lazy import MOST_UNPRUNED, SEARCHING, Payroll
from autograder.authoring.misconceptions import (
    Cost,
    MistakeProgram,
    Right,
    mistake_programs,
    module_mistakes,
)
from autograder.authoring.prices import Cell, Losses, Row, prices
from autograder.judging.verdicts import AnyResult, Verdict
from autograder.kinds.kind import Adequacy
from autograder.text import (
    clean,
    column_count,
    count_text,
    few_names,
    listed,
    points,
    shortened,
    wrapped,
)

WIDTH = 80
NAME = 34  # columns of a misconception's name at most
NAMED = 60  # characters of names in one sentence
QUESTION = 12  # columns of a question's name over its points
LEAST, GAP = 6, 2  # columns of points, and between them
ALL = "all"

OF_SEARCHES = (
    "Each with the action at one place in all trees, the first, the second and so on "
    "to the last, or with the one that such values say is best, whichever pays best "
    "for a question; the same number is the one that pays best."
)
OF_THE_BEST = {  # by whether all nodes are visited
    False: "What pays best in each question earns {:.1f} % of all points; {} % is the "
    "limit.",
    True: "Of those that visit all nodes it earns {:.1f} %; {} % is the limit.",
}
FIRST_LINES = 10
BRIEF = "{}: {} of {} mistakes caught on {}"
REST = "Of each question more follows; `--question NAME` tells of one alone."
OF_A_TABLE = "a list of the visible answers earns at most {} of {} points"
CHEAPEST = "the cheapest mistake, {}, loses {:.1f} % of {}"
CHEAP = "{}: {} of {} mistakes lose less than {:g} % of its points ({})"
FEWEST = 3  # mistakes of which it is told
OVERPAID = "without {} {} of {} points are earned ({}), more than {} %"
EARNED = "Earned without {}, of {}:"


def opening_lines(
    summary: Sequence[str], paid: Payroll, visible: float, costs: Sequence[Cost] = ()
) -> str:
    """What is read first: at most ten lines, of each question and of laziness.

    `visible` are the points students see at once, `costs` what mistakes lose at least.
    """
    without, earned = " or ".join(paid.without), []
    for thorough, limit in paid.limits().items():
        how = ", visiting all nodes," if thorough else ""
        share = f"{paid.share(thorough=thorough):.1f} % are earned"
        sentence = f"without {without}{how} {share}; {limit} % is the limit"
        earned += wrapped(sentence, WIDTH, rest="  ")
    whole = sum(paid.most.values())
    known = []
    if least := min(costs, key=lambda cost: cost.percent, default=None):
        name, question = clean(least.mistake, NAME), clean(least.question, NAME)
        known.append(CHEAPEST.format(shortened(name, NAME), least.percent, question))
    if whole:
        known.append(OF_A_TABLE.format(points(visible), points(whole)))
    room = FIRST_LINES - len(earned) - len(known) - 1
    lines = [*summary] if len(summary) <= room else [*summary[: room - 1]]
    if more := len(summary) - len(lines):
        lines.append(f"… and {count_text(more, 'question')} more")
    return "\n".join((*lines, *earned, *known, REST))


def cheap_question_sentences(costs: Iterable[Cost], least: float) -> Iterator[str]:
    """A sentence for each question in which mistakes lose less than so many percent."""
    by_question: dict[str, list[Cost]] = {}
    for cost in costs:
        by_question.setdefault(cost.question, []).append(cost)
    for question, each in by_question.items():
        light = tuple(cost.mistake for cost in each if cost.percent < least)
        if light:
            named = few_names(light, NAMED)
            counts = len(light), len(each), least, named
            yield CHEAP.format(clean(question, NAME), *counts)


def lines_on_cheapest(
    costs: Sequence[Cost], most: float, wording: str
) -> Iterator[str]:
    """The mistakes that lose least of so many points; none where nothing is paid."""
    least = tuple(f"{c.mistake} {c.percent:.1f} %" for c in costs[:FEWEST])
    if most and least:
        yield from wrapped_lines(wording.format(points(most), listed(least)))


def payroll_text(paid: Payroll) -> str:
    """What is earned without any search, and without pruning."""
    parts, every = listed(tuple(map(points, paid.most.values()))), _every(paid)
    of = (
        f"{parts}, together {every} points" if len(paid.most) > 1 else f"{every} points"
    )
    lines = [
        *wrapped_lines(EARNED.format(" or ".join(paid.without), of)),
        "",
        *_pay(paid),
        "",
        *(wrapped_lines(OF_SEARCHES) if SEARCHING in paid.without else ()),
    ]
    for thorough, limit in paid.limits().items():
        share = paid.share(thorough=thorough)
        lines += wrapped_lines(OF_THE_BEST[thorough].format(share, limit))
    for name, share in paid.shares_unpruned().items():
        lines += wrapped_lines(
            f"Without pruning {clean(name, NAME)} pays {_earned(paid, name)} points, "
            f"{share:.1f} %; {MOST_UNPRUNED} % is the limit."
        )
    return "\n".join(lines)


def _every(paid: Payroll) -> str:
    return points(sum(paid.most.values()))


def _earned(paid: Payroll, question: str) -> str:
    part, whole = paid.unpruned.points[question], paid.most[question]
    return f"{points(part)} of {points(whole)}"


def _pay(payroll: Payroll) -> Iterator[str]:
    """A row a program: what each question pays, as far as there is room, and all."""
    titles = max(column_count(paid.title) for paid in payroll.lazy)
    heads = {name: shortened(clean(name, NAME), QUESTION) for name in payroll.most}
    room = (WIDTH - titles - GAP - QUESTION) // (GAP + QUESTION)
    shown = heads if 1 < len(heads) <= room else {}
    widths = [max(LEAST, column_count(head)) for head in (*shown.values(), ALL)]
    rows = [("", (*shown.values(), ALL))]
    for paid in payroll.lazy:
        own = paid.points
        amounts = (*map(own.get, shown), sum(own.values()))
        told = tuple("" if each is None else f"{each:.1f}" for each in amounts)
        rows.append((paid.title, told))
    for title, cells in rows:
        row = (f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
        yield (" " * GAP).join((f"{title:{titles}}", *row))


def limit_sentences(paid: Payroll) -> Iterator[str]:
    """A sentence for each limit that is passed."""
    for thorough, limit in paid.limits().items():
        if paid.share(thorough=thorough) > limit:
            without, earned = " or ".join(paid.without), paid.earned(thorough=thorough)
            best = paid.best(thorough=thorough).values()
            titles = tuple(dict.fromkeys(each.title for each in best))
            yield OVERPAID.format(
                without,
                points(earned),
                _every(paid),
                few_names(titles, NAMED),
                limit,
            )
    for name, share in paid.shares_unpruned().items():
        if share > MOST_UNPRUNED:
            yield (
                f"{name}: without pruning {_earned(paid, name)} points are earned, "
                f"more than {MOST_UNPRUNED} %"
            )


def wrapped_items(texts: Iterable[str]) -> Iterator[str]:
    """Each text, wrapped, its first line indented less than the others."""
    for text in texts:
        yield from wrapped(text, WIDTH, "  ", "    ")


def wrapped_lines(text: str) -> list[str]:
    """The lines of a text that is wrapped."""
    return wrapped(text, WIDTH, "", "  ")


Test = TypeVar("Test", bound=AnyTest)


@dataclass(frozen=True, slots=True)
class Caught:
    """A mistake as a program, the tests `by` which it is caught, and what it loses."""

    made: MistakeProgram
    by: tuple[str, ...]
    row: Row


def caught_mistakes(
    rights: Sequence[Right],
    tests: Sequence[Test],
    result_of: Callable[[ModuleType, Test], AnyResult],
) -> Iterator[Caught]:
    """Each mistake that fits, as the first program that is caught, or ModuleError."""
    question = tests[0].question

    @cache
    def results(program: Program) -> list[AnyResult]:
        module = program.module(question.module)
        return [result_of(module, test) for test in tests]

    def caught_by(program: Program) -> tuple[str, ...]:
        wrong = (r for r in results(program) if r.verdict is not Verdict.CORRECT)
        return tuple(result.test.about for result in wrong)

    mistakes = module_mistakes(question.module, question.places)
    for each in mistake_programs(rights, mistakes, lambda p: bool(caught_by(p))):
        row = tuple(map(_cell, results(each.program)))
        yield Caught(each, caught_by(each.program), row)


def _cell(result: Any) -> Cell:
    """What a result loses of each facet."""
    most = {f.facet: result.test.points.earned([f.facet]) for f in result.findings}
    return tuple(
        (f.facet, 1 - result.earned(f) / most[f.facet])
        for f in result.findings
        if most[f.facet] and result.earned(f) < most[f.facet]
    )


LOSE = "Lose least, of {} points: {}."


@dataclass(frozen=True, slots=True)
class Question:
    """The tests of a question, and its mistakes."""

    tests: Sequence[AnyTest]
    mistakes: Sequence[Caught]
    where: str  # on what these are tried
    thing: str  # one of which catches a mistake

    @property
    def name(self) -> str:
        """By which people know it."""
        return self.tests[0].question.name

    @property
    def missed(self) -> tuple[str, ...]:
        """The mistakes that no test catches."""
        return tuple(each.made.mistake.name for each in self.mistakes if not each.by)

    def costs(self) -> tuple[Cost, ...]:
        """What each mistake that loses points loses, the cheapest first."""
        losses = Losses(
            self.name, (), {e.made.mistake.name: (e.row,) for e in self.mistakes}
        )
        found = prices(losses, self.tests, {})
        return tuple(Cost(p.question, p.mistake, p.least) for p in found if p.least)


def questions_with_mistakes(
    questions: Callable[[Assignment], Iterable[Question]], assignment: Assignment
) -> Iterator[tuple[AnyQuestion, tuple[MistakeProgram, ...]]]:
    """Each question with its mistakes, made in the reference."""
    for each in questions(assignment):
        yield each.tests[0].question, tuple(one.made for one in each.mistakes)


def losses(
    questions: Callable[[Assignment], Iterable[Question]], assignment: Assignment
) -> Iterator[Losses]:
    """What each mistake has wrong, made in the reference."""
    for each in questions(assignment):
        rows = {one.made.mistake.name: (one.row,) for one in each.mistakes if one.by}
        yield Losses(each.name, tuple(test.about for test in each.tests), rows)


def adequacy(
    questions: Callable[[Assignment], Iterable[Question]],
    assignment: Assignment,
    remedy: str = "",
) -> Adequacy:
    """What is found of each question; AssignmentError where there are no answers."""
    every = [*questions(assignment)]
    faults = [
        f"{each.name}: no {each.thing} catches {len(missed)} "
        f"({few_names(missed, NAMED)})"
        for each in every
        if (missed := each.missed)
    ]
    summary = [
        BRIEF.format(
            each.name,
            len(each.mistakes) - len(each.missed),
            len(each.mistakes),
            count_text(len(each.tests), "test"),
        )
        for each in every
    ]
    return Adequacy(
        tuple("\n".join(_lines_on(each)) for each in every),
        tuple(faults),
        any(each.mistakes for each in every),
        remedy=remedy,
        summary=tuple(summary),
        costs=tuple(cost for each in every for cost in each.costs()),
    )


def _lines_on(question: Question) -> Iterator[str]:
    """How many mistakes are caught, by which tests, and which lose least."""
    name, mistakes, tests = question.name, question.mistakes, question.tests
    if not mistakes:
        yield f"{name}: there are no misconceptions of it"
        return
    yield f"{name}: {count_text(len(mistakes), 'misconception')} on {question.where}"
    yield ""
    for each in mistakes:
        every = "all" if len(each.by) == len(tests) else few_names(each.by, NAMED)
        told = f"{each.made.mistake.name}: {every or 'none'}"
        yield from wrapped(told, WIDTH, "  ", "    ")
    yield from lines_on_cheapest(
        question.costs(), exact_sum(t.points.max_points for t in tests), LOSE
    )
