"""How good a question's trees are: which misconceptions each of them shows.

A misconception is caught by a tree where its value, its action or the nodes it visits
are not accepted there, in every style in which it can be made. Two are told apart if
they do nothing alike, whatever their styles; this is what a diagnosis compares. Where
two do the same on every tree that is tried, they are the same program in other words,
and no tree could tell them apart.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random

from autograder.answers import trusted
from autograder.answers.file import Answers
from autograder.answers.reading import placed, signed
from autograder.assignment.questions import VISIBLE, Assignment, Case, Question
from autograder.errors import AssignmentError
from autograder.judging.compare import judge
from autograder.judging.observation import Observed
from autograder.judging.verdicts import Verdict
from autograder.programs.program import Program
from autograder.project import REFERENCE
from autograder.teaching import misconceptions
from autograder.teaching.behaviour import Behaviour
from autograder.teaching.cataloguing import Rights, right_styles
from autograder.teaching.misconceptions import Mistake
from autograder.teaching.runner import Runner
from autograder.teaching.styles import Style
from autograder.trees import small
from autograder.trees.tree import GameTree

FACETS = (("value", 1.0), ("action", 1.0), ("visits", 1.0), ("search_visits", 1.0))
TRIED = 120  # trees at random that tell whether two programs do the same

Names = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A mistake in one style; rows of one `kind` do the same on every tree tried."""

    mistake: Mistake
    style: str
    program: Program
    kind: int

    @property
    def name(self) -> str:
        """That of the mistake."""
        return self.mistake.name


@dataclass(frozen=True, slots=True)
class Column:
    """What each row does on a tree, and the verdict on it, in their order.

    `visible` says whether students see the test at once.
    """

    name: str
    tree: GameTree
    behaviours: tuple[Behaviour, ...]
    verdicts: tuple[Verdict, ...]
    numbers: tuple[int, ...]
    visible: bool = True

    def caught(self) -> tuple[bool, ...]:
        """Of each row, whether this tree catches it."""
        return tuple(verdict is not Verdict.CORRECT for verdict in self.verdicts)


@dataclass(frozen=True)
class Matrix:
    """The misconceptions of a question, by name and style, on its trees."""

    question: Question
    rows: tuple[Row, ...]
    columns: tuple[Column, ...]

    @property
    def known(self) -> tuple[Mistake, ...]:
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
        caught = column.caught()
        of = self.rows_of.items()
        return tuple(name for name, places in of if all(caught[p] for p in places))

    def missed(self) -> tuple[int, ...]:
        """The places of the rows that no tree catches."""
        caught = [column.caught() for column in self.columns]
        rows = range(len(self.rows))
        return tuple(row for row in rows if not any(found[row] for found in caught))

    def uncaught(self) -> Names:
        """The misconceptions that no tree catches in one of their styles."""
        return tuple(dict.fromkeys(self.rows[row].name for row in self.missed()))

    def clashes(self) -> tuple[tuple[int, ...], ...]:
        """The places of rows that do the same here and not elsewhere, of two names."""
        together: dict[tuple[int, ...], list[int]] = defaultdict(list)
        keys = zip(*(column.numbers for column in self.columns), strict=True)
        for place, key in enumerate(keys):
            together[key].append(place)
        return tuple(
            tuple(places)
            for places in together.values()
            if _is_clash([self.rows[place] for place in places])
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
        return len(self.known) - sum(map(len, self.alike()))

    def on_visible(self) -> Matrix:
        """The same on the trees of which a student's diagnosis is made."""
        left = tuple(column for column in self.columns if column.visible)
        return replace(self, columns=left)

    def pairs(self) -> tuple[int, int]:
        """How many pairs are told apart, and how many pairs there are."""
        alike = sum(_pairs(len(group)) for group in self.alike())
        every = _pairs(len(self.known))
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
        """The same without a tree."""
        left = tuple(column for column in self.columns if column.name != tree)
        return replace(self, columns=left)

    def said(self) -> tuple[Names, tuple[Names, ...]]:
        """What is not caught, and what is not told apart, by which trees compare."""
        return self.uncaught(), self.groups()


def _is_clash(rows: Sequence[Row]) -> bool:
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
        part = signed(replace(assignment, cases=asked))
        (question,) = part.questions()
        runner = Runner(question, part.trees())
        rows = rows_of(runner)
        columns = tuple(_column(part, case, rows, runner) for case in part.cases)
        yield Matrix(question, rows, columns)


def rows_of(runner: Runner) -> tuple[Row, ...]:
    """Each mistake in each style in which it is one: it changes what is right.

    Programs that do the same on all trees of the runner are tried on others too.
    """
    question = runner.question
    styles = right_styles(runner)
    elsewhere = Runner(question, _tried(windowed=question.signature.prunes))
    here, there = Rights(runner, styles), Rights(elsewhere, styles)
    made = [
        (mistake, style, program)
        for mistake in misconceptions.known()
        for style in styles
        if (program := mistake.made_in(style)) is not None
    ]
    wrong = [
        (mistake, style, program)
        for mistake, style, program in made
        if not here.holds(runner.behaviours(program))
        or not there.holds(elsewhere.behaviours(program))
    ]
    kinds = _kinds(wrong, runner, elsewhere)
    return tuple(
        Row(mistake, style.name, program, kind)
        for (mistake, style, program), kind in zip(wrong, kinds, strict=True)
    )


Wrong = tuple[Mistake, Style, Program]


def _tried(*, windowed: bool) -> dict[str, GameTree]:
    chance = Random(0)  # noqa: S311 - to be repeated, not to be guessed
    made = (
        small.random_tree(chance, windowed=windowed and number % 2 == 1)
        for number in range(TRIED)
    )
    return {f"{number} ": tree for number, tree in enumerate(made)}


def _kinds(wrong: Sequence[Wrong], here: Runner, elsewhere: Runner) -> Iterator[int]:
    """A number each; the same for programs that do the same here and elsewhere."""
    names: dict[object, set[str]] = defaultdict(set)
    for mistake, _, program in wrong:
        names[here.behaviours(program)].add(mistake.name)
    numbers: dict[object, int] = {}
    for _, _, program in wrong:
        found: object = here.behaviours(program)
        if len(names[found]) > 1:
            found = found, elsewhere.behaviours(program)
        yield numbers.setdefault(found, len(numbers))


def _column(
    assignment: Assignment, case: Case, rows: tuple[Row, ...], runner: Runner
) -> Column:
    name = case.tree_name
    with placed(assignment, name):
        made = column(case.question, name, case.tree, rows, runner)
    return replace(made, visible=case.visibility == VISIBLE)


def column(
    question: Question,
    name: str,
    tree: GameTree,
    rows: tuple[Row, ...],
    runner: Runner,
) -> Column:
    """What misconceptions do on one tree of a runner."""
    answers = trusted.compute(tree, (question,))
    place = list(runner.trees).index(name)
    behaviours = tuple(runner.behaviours(row.program)[place] for row in rows)
    verdicts: dict[Behaviour, Verdict] = {}
    for row, behaviour in zip(rows, behaviours, strict=True):
        if behaviour not in verdicts:
            observed = runner.observed(row.program)[name]
            verdicts[behaviour] = verdict(question, tree, answers, observed)
    numbers = {behaviour: number for number, behaviour in enumerate(verdicts)}
    return Column(
        name,
        tree,
        behaviours,
        tuple(verdicts[behaviour] for behaviour in behaviours),
        tuple(numbers[behaviour] for behaviour in behaviours),
    )


def verdict(
    question: Question, tree: GameTree, answers: Answers, observed: Observed
) -> Verdict:
    """The verdict on value, action and visits, whichever of them earn points."""
    case = Case(replace(question, points=FACETS), "", tree, VISIBLE)
    return judge(case, answers, observed).verdict
