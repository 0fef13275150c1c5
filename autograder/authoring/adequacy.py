"""How good a question's trees are: which misconceptions each of them shows.

A misconception is caught by a tree where its value, its action or the nodes it visits
are not accepted there, in every style in which it can be made. Two are told apart if
they do nothing alike, whatever their styles; this is what a diagnosis compares. Where
two do the same on every tree that is tried, they are the same program in other words,
and no tree could tell them apart.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random

from autograder.answers import trusted
from autograder.answers.file import Answers
from autograder.answers.reading import placed, signed
from autograder.assignment.points import NO_POINTS, Points, added, free
from autograder.assignment.questions import (
    ESTIMATES,
    LINE,
    ROUNDS,
    SAVED,
    VISIBLE,
    Assignment,
    Case,
    Question,
)
from autograder.authoring import misconceptions
from autograder.authoring.cataloguing import Rights, right_styles
from autograder.authoring.misconceptions import Mistake
from autograder.authoring.runner import ProgramRunner
from autograder.authoring.styles import Style
from autograder.errors import AssignmentError
from autograder.judging.compare import CaseResult, judge
from autograder.judging.sheet import Sheet
from autograder.judging.verdicts import Verdict
from autograder.observing.observation import Observed
from autograder.observing.outcome import OVERRUN
from autograder.project import REFERENCE
from autograder.rewriting.program import Program
from autograder.teaching.behaviour import Behaviour
from autograder.trees.drawn import Form, forms_of, random_tree
from autograder.trees.tree import GameTree

SEARCH_VISITS = "search_visits"
FACETS = ("value", "action", "visits", SEARCH_VISITS, ESTIMATES)
LINE_FACETS = tuple(LINE if facet == "action" else facet for facet in FACETS)
TRIED = 120  # trees at random that tell whether two programs do the same
LOT = 6  # of them at a time

Names = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MistakeRow:
    """A mistake in one style.

    Rows of one `kind` are of one mistake, or do the same on every tree that was tried.
    """

    mistake: Mistake
    style: str
    program: Program
    kind: int

    @property
    def name(self) -> str:
        """The name of the mistake."""
        return self.mistake.name


@dataclass(frozen=True)
class Column:
    """What each row does on a tree, and the verdict on it, in their order.

    Rows of one of the `numbers` do the same. `wrong` are the facets that a row has
    wrong, `points` those of the test. `visible` says whether students see it at once.
    """

    name: str
    tree: GameTree
    verdicts: tuple[Verdict, ...]
    numbers: tuple[int, ...]
    visible: bool = True
    wrong: tuple[Names, ...] = ()
    points: Points = NO_POINTS

    @cached_property
    def missed(self) -> frozenset[int]:
        """The places of the rows that this tree does not catch."""
        found = enumerate(self.verdicts)
        return frozenset(row for row, each in found if each is Verdict.CORRECT)

    def costs(self, row: int) -> float:
        """What the row at this place loses here, but for functions alone."""
        return self.points.earned(self.wrong[row]) if self.wrong else 0.0


@dataclass(frozen=True, slots=True)
class Cost:
    """What a mistake loses at least, in the style that loses least.

    `percent` is of the points of the question.
    """

    question: str
    mistake: str
    percent: float


@dataclass(frozen=True)
class Matrix:
    """The misconceptions of a question, by name and style, on its trees."""

    question: Question
    rows: tuple[MistakeRow, ...]
    columns: tuple[Column, ...]

    @property
    def mistakes(self) -> tuple[Mistake, ...]:
        """Each mistake once."""
        return tuple({row.name: row.mistake for row in self.rows}.values())

    @cached_property
    def rows_of(self) -> dict[str, tuple[int, ...]]:
        """The places of a mistake's rows, by name."""
        found: dict[str, list[int]] = defaultdict(list)
        for place, row in enumerate(self.rows):
            found[row.name].append(place)
        return {name: tuple(places) for name, places in found.items()}

    def caught_by(self, column: Column) -> Names:
        """The misconceptions that a tree catches in each of their styles."""
        of = self.rows_of.items()
        return tuple(name for name, places in of if column.missed.isdisjoint(places))

    def missed(self) -> tuple[int, ...]:
        """The places of the rows that no tree catches."""
        rows = frozenset(range(len(self.rows)))
        return tuple(sorted(rows.intersection(*(c.missed for c in self.columns))))

    def uncaught(self) -> Names:
        """The misconceptions that no tree catches in one of their styles."""
        return tuple(dict.fromkeys(self.rows[row].name for row in self.missed()))

    def costs(self) -> tuple[Cost, ...]:
        """What each mistake that is caught loses at least, the cheapest first."""
        most = added(column.points.most for column in self.columns)
        missed = frozenset(self.missed())
        cheap: dict[str, float] = {}
        for place, row in enumerate(self.rows):
            if place in missed or not most:
                continue
            lost = 100 * added(c.costs(place) for c in self.columns) / most
            cheap[row.name] = min(lost, cheap.get(row.name, lost))
        costs = [Cost(self.question.name, name, lost) for name, lost in cheap.items()]
        return tuple(sorted(costs, key=lambda cost: (cost.percent, cost.mistake)))

    def clashes(self) -> tuple[tuple[int, ...], ...]:
        """The places of rows that do the same here and not elsewhere, of two names."""
        together: dict[tuple[int, ...], list[int]] = defaultdict(list)
        keys = zip(*(column.numbers for column in self.columns), strict=True)
        for place, key in enumerate(keys):
            together[key].append(place)
        return tuple(
            tuple(places)
            for places in together.values()
            if is_clash([self.rows[place] for place in places])
        )

    def groups(self) -> tuple[Names, ...]:
        """The misconceptions, those together that no tree tells apart."""
        found = {row.name: {row.name} for row in self.rows}
        for places in self.clashes():
            names = {self.rows[place].name for place in places}
            joined = set().union(*(found[name] for name in names))
            found.update(dict.fromkeys(joined, joined))
        every = dict.fromkeys(tuple(n for n in found if n in g) for g in found.values())
        return tuple(every)

    def alike(self) -> tuple[Names, ...]:
        """The groups of which nothing tells the members apart."""
        return tuple(group for group in self.groups() if len(group) > 1)

    def told_apart(self) -> int:
        """How many misconceptions do what no other does."""
        return len(self.mistakes) - sum(map(len, self.alike()))

    def on_visible(self) -> Matrix:
        """The matrix of the trees of which a student's diagnosis is made."""
        left = tuple(column for column in self.columns if column.visible)
        return replace(self, columns=left)

    def pairs(self) -> tuple[int, int]:
        """How many pairs are told apart, and how many pairs there are."""
        alike = sum(_pairs(len(group)) for group in self.alike())
        every = _pairs(len(self.mistakes))
        return every - alike, every

    def caught_only_by(self, tree: str) -> Names:
        """The misconceptions that this tree catches and no other."""
        rest = self.without(tree).uncaught()
        missed = self.uncaught()
        return tuple(name for name in rest if name not in missed)

    def idle(self) -> Names:
        """The trees that add nothing: without one, all else says the same."""
        said = self.said()
        names = [column.name for column in self.columns]
        return tuple(name for name in names if self.without(name).said() == said)

    def thinned(self, trees: Names) -> Matrix:
        """Without those of these trees that add nothing, one after the other."""
        left, said = self, self.said()
        for name in trees:
            fewer = left.without(name)
            left = fewer if fewer.said() == said else left
        return left

    def without(self, tree: str) -> Matrix:
        """The matrix without a tree."""
        left = tuple(column for column in self.columns if column.name != tree)
        return replace(self, columns=left)

    def said(self) -> tuple[Names, tuple[Names, ...]]:
        """What is not caught, and what is not told apart, by which trees compare."""
        return self.uncaught(), self.groups()


def comes_back(matrix: Matrix) -> bool:
    """Whether a right search asks about nodes again where that is not compared.

    Then a search that does so less often, as plain alpha-beta does, or more often, is
    as right on every tree, and `repeats` alone would tell them apart.
    """
    question = matrix.question
    if question.repeats or question.deepens or not matrix.columns:
        return False
    counting = replace(question, repeats=True)
    runner = ProgramRunner(counting, {c.name: c.tree for c in matrix.columns})
    accepted = (style for style in right_styles(runner) if style.accepted)
    return any(
        len({*call.visited}) < len(call.visited)
        for style in accepted
        for observed in runner.observed(style.program).values()
        for call in observed.calls
    )


def is_clash(rows: Sequence[MistakeRow]) -> bool:
    """Whether rows are of several mistakes, and not each does the same everywhere."""
    return len({r.name for r in rows}) > 1 and len({r.kind for r in rows}) > 1


def _pairs(count: int) -> int:
    return count * (count - 1) // 2


def matrices(assignment: Assignment) -> Iterator[Matrix]:
    """The matrix of each question, in order; one without misconceptions is empty.

    Raises AssignmentError where there is no reference, and FileProblems where that is
    not right on a tree itself.
    """
    if not REFERENCE.is_dir():
        raise AssignmentError(
            f"{REFERENCE}: there is no such folder; the trees are judged by the "
            "misconceptions in it, so do this in the whole project"
        )
    for each in assignment.questions():
        asked = tuple(c for c in assignment.cases if c.question.name == each.name)
        part = signed(replace(assignment, tests=asked))
        (question,) = part.questions()
        right = _answers(part, question)
        runner = ProgramRunner(question, part.trees())
        rows = rows_of(runner, misconceptions.every(question.places))
        yield Matrix(question, rows, tuple(_columns(part, Runs(rows, runner), right)))


def _answers(assignment: Assignment, question: Question) -> dict[str, Answers]:
    """What accepted searches do on each tree, before any mistake is looked at."""
    answers = {}
    for name, tree in assignment.trees().items():
        with placed(assignment, name):
            answers[name] = trusted.compute(tree, (question,))
    return answers


def rows_of(
    runner: ProgramRunner, mistakes: Sequence[Mistake]
) -> tuple[MistakeRow, ...]:
    """Each mistake in each style in which it is one: it changes what is right.

    Programs that do the same on all trees of the runner are tried on others too.
    """
    styles = right_styles(runner)
    here, others = Rights(runner, styles), _Others(runner, styles)
    wrong = [
        (mistake, style, program)
        for mistake in mistakes
        for style in styles
        if (program := mistake.made_in(style)) is not None
        and not (here.holds(runner.behaviours(program)) and others.hold(program, style))
    ]
    kinds = _kinds(wrong, runner, others)
    return tuple(
        MistakeRow(mistake, style.name, program, kind)
        for (mistake, style, program), kind in zip(wrong, kinds, strict=True)
    )


Wrong = tuple[Mistake, Style, Program]


class _Others:
    """Trees at random, in small lots: most programs show on the first what they do."""

    def __init__(self, here: ProgramRunner, styles: Sequence[Style]) -> None:
        lots = _lots(here.question, forms_of(here.trees.values()))
        self.runners = [ProgramRunner(here.question, lot) for lot in lots]
        self._styles = styles
        self._rights: dict[ProgramRunner, Rights] = {}

    def hold(self, program: Program, style: Style) -> bool:
        """Whether what it does on each of them is accepted, or what the style does.

        Where the order is free, a right style may visit what no accepted one does. Of
        one that was stopped on a deep tree, since it asked too much, nothing is known.
        """
        for runner in self.runners:
            right = runner.behaviours(style.program)
            pairs = zip(runner.behaviours(program), right, strict=True)
            found = tuple(r if OVERRUN in {b.value, b.action} else b for b, r in pairs)
            if found != right and not self._right(runner).holds(found):
                return False
        return True

    def _right(self, runner: ProgramRunner) -> Rights:
        if runner not in self._rights:
            self._rights[runner] = Rights(runner, self._styles)
        return self._rights[runner]


def _lots(question: Question, forms: Sequence[Form]) -> Iterator[dict[str, GameTree]]:
    chance = Random(0)  # noqa: S311 - to be repeated, not to be guessed
    windowed = question.leaves_values_out
    trees = [
        random_tree(
            chance, forms[number % len(forms)], windowed=windowed and number % 2 == 1
        )
        for number in range(TRIED)
    ]
    for start in range(0, TRIED, LOT):
        yield {str(n): tree for n, tree in enumerate(trees[start : start + LOT])}


def _kinds(wrong: Sequence[Wrong], here: ProgramRunner, others: _Others) -> list[int]:
    """A number each; programs of several names that never part have the same."""
    kinds = [0] * len(wrong)
    for runner in (here, *others.runners):
        together: dict[int, set[str]] = defaultdict(set)
        for kind, (mistake, _, _) in zip(kinds, wrong, strict=True):
            together[kind].add(mistake.name)
        numbers: dict[object, int] = {}
        for place, (_, _, program) in enumerate(wrong):
            key: object = kinds[place]
            if len(together[kinds[place]]) > 1:
                key = key, runner.behaviours(program)
            kinds[place] = numbers.setdefault(key, len(numbers))
    return kinds


class Runs:
    """What rows do on the trees of a runner."""

    def __init__(self, rows: Sequence[MistakeRow], runner: ProgramRunner) -> None:
        self._rows = rows
        self._runner = runner
        done = [runner.behaviours(row.program) for row in rows]
        self._behaviours = {
            name: tuple(behaviours[place] for behaviours in done)
            for place, name in enumerate(runner.trees)
        }

    def column(self, name: str, answers: Answers, saved: Names = ()) -> Column:
        """What they do on the tree of that name, where accepted searches do this.

        The shares that are to be `saved` there are asked of them, too.
        """
        question, tree = self._runner.question, self._runner.trees[name]
        behaviours = self._behaviours[name]
        results: dict[Behaviour, CaseResult] = {}
        for row, behaviour in zip(self._rows, behaviours, strict=True):
            if behaviour not in results:
                observed = self._runner.observed(row.program)[name]
                results[behaviour] = judged(question, tree, answers, observed, saved)
        numbers = {behaviour: number for number, behaviour in enumerate(results)}
        wrong = {behaviour: _wrong(result) for behaviour, result in results.items()}
        return Column(
            name,
            tree,
            tuple(results[behaviour].verdict for behaviour in behaviours),
            tuple(numbers[behaviour] for behaviour in behaviours),
            wrong=tuple(wrong[behaviour] for behaviour in behaviours),
        )


def _wrong(result: CaseResult) -> Names:
    """The facets that are not right."""
    findings = result.findings
    return tuple(f.facet for f in findings if f.verdict is not Verdict.CORRECT)


def _columns(
    assignment: Assignment, runs: Runs, right: Mapping[str, Answers]
) -> Iterator[Column]:
    for case in assignment.cases:
        saved = tuple(facet for facet in case.points.facets if facet in SAVED)
        made = runs.column(case.tree_name, right[case.tree_name], saved)
        seen = case.visibility == VISIBLE
        yield replace(made, visible=seen, points=case.points)


def judged(
    question: Question,
    tree: GameTree,
    answers: Answers,
    observed: Observed,
    saved: Names = (),
) -> CaseResult:
    """Value, action and visits held against the answers, whichever earn points.

    And what is to be `saved`, where that is asked.
    """
    facets = LINE_FACETS if question.asks_for_a_line else FACETS
    if question.deepens:
        facets = tuple(ROUNDS if each == SEARCH_VISITS else each for each in facets)
    facets = (*facets, *saved)
    case = Case(replace(question, facets=facets), "", tree, points=free(facets))
    return judge(Sheet(case, answers), observed)
