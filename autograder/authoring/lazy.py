"""What an assignment pays for programs that search nothing, or prune nothing.

They are made of `reference/lazy/programs.py`, and graded in the sandbox as a student's.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType

from autograder.answers import trusted
from autograder.answers.reading import placed, signed
from autograder.assignment.questions import LINE, Assignment, Case, Question
from autograder.assignment.signature import EVERY
from autograder.game import Value
from autograder.judging.alone import requests
from autograder.judging.compare import is_right, judge, key_of
from autograder.judging.sheet import Sheets
from autograder.observing.observation import observe, observe_inside, value_call
from autograder.project import REFERENCE, load_module
from autograder.sandbox.sandbox import Sandbox
from autograder.trees.tree import GameTree
from autograder.trees.values import seen_by
from autograder.uploads import staging
from autograder.uploads.reading import uploads

PROGRAMS = REFERENCE / "lazy" / "programs.py"
MOST_LAZY = 10  # percent of all points that one without any search may earn
MOST_UNPRUNED = 50  # percent of a question's points that one without pruning may earn

SEARCHING = "any search"
RECURSIVE = "minimax"  # of the programs, the one that goes through the tree

Rule = Callable[..., object]
Place = tuple[int, int]  # counted from the first action, 0; and where there are fewer


@dataclass(frozen=True, slots=True)
class Paid:
    """What one program earns of each question, by the question's name."""

    title: str
    points: Mapping[str, float]

    def total(self) -> float:
        """The points of all questions."""
        return sum(self.points.values())


@dataclass(frozen=True, slots=True)
class Payroll:
    """What there is to be earned, what is without any search, and without pruning.

    Of `unpruned` the questions are those whose searches are called with a window.
    `without` is what the lazy programs do without.
    """

    most: Mapping[str, float]
    lazy: tuple[Paid, ...]
    unpruned: Paid
    without: tuple[str, ...] = (SEARCHING,)

    def dearest(self) -> Paid:
        """The program that earns most without any search."""
        return max(self.lazy, key=Paid.total)

    def share(self) -> float:
        """What that one earns of all points, in percent."""
        return _percent(self.dearest().total(), sum(self.most.values()))

    def shares_unpruned(self) -> dict[str, float]:
        """What is earned without pruning, in percent of each question that prunes."""
        earned = self.unpruned.points
        return {name: _percent(p, self.most[name]) for name, p in earned.items()}


def together(payrolls: Sequence[Payroll]) -> Payroll:
    """One payroll for all kinds of questions: with each lazy program the best others.

    Of the first kind that is asked each program is told, of the others the dearest.
    """
    asked = [each for each in payrolls if each.most]
    if not asked:
        return Payroll({}, (Paid("", {}),), Paid("", {}))
    first, *others = asked
    dearest = {name: p for each in others for name, p in each.dearest().points.items()}
    return Payroll(
        {name: most for each in asked for name, most in each.most.items()},
        tuple(Paid(each.title, {**each.points, **dearest}) for each in first.lazy),
        first.unpruned,
        tuple(what for each in asked for what in each.without),
    )


def _percent(part: float, whole: float) -> float:
    return 100 * part / whole if whole else 0.0


def payroll(assignment: Assignment, sandbox: Sandbox) -> Payroll:
    """Grade each program on each question.

    Raises AssignmentError where the sandbox or the reference is missing, and
    FileProblems where the reference is not right on a tree itself.
    """
    if not assignment.cases:
        return Payroll({}, (), Paid("", {}))
    desks = [*_desks(signed(assignment), sandbox)]
    programs = load_module(PROGRAMS)
    pruning = [desk for desk in desks if desk.question.leaves_out]
    values = programs.WITH_CHANCE if _has_chance(assignment) else programs.VALUES
    return Payroll(
        {desk.question.name: desk.most() for desk in desks},
        tuple(
            Paid(
                _title(value),
                {d.question.name: d.paid(value, d.action(programs)) for d in desks},
            )
            for value in values
        ),
        Paid(
            _title(programs.UNPRUNED[0]),
            {d.question.name: d.paid(*programs.UNPRUNED) for d in pruning},
        ),
    )


def _has_chance(assignment: Assignment) -> bool:
    trees = assignment.trees().values()
    return any(node.probabilities for tree in trees for node in tree.nodes)


def _title(rule: Rule) -> str:
    return (rule.__doc__ or "").splitlines()[0].rstrip(".")


def _desks(assignment: Assignment, sandbox: Sandbox) -> Iterator[_Desk]:
    for question in assignment.questions():
        cases = [c for c in assignment.cases if c.question.name == question.name]
        answers = {}
        for case in cases:
            with placed(assignment, case.tree_name):
                found = trusted.compute(case.tree, (case.question,))
            answers[case.tree_name] = found
        yield _Desk(question, tuple(cases), Sheets(answers), sandbox)


@dataclass(frozen=True, slots=True)
class _Desk:
    """Pays for what answers one question."""

    question: Question
    cases: tuple[Case, ...]
    sheets: Sheets
    sandbox: Sandbox

    def most(self) -> float:
        return sum(case.points.most for case in self.cases)

    def action(self, programs: ModuleType) -> Rule:
        """What chooses an action, or a line of them."""
        of_lines = self.question.asks_for_a_line
        rule: Rule = programs.line_at_place if of_lines else programs.action_at_place
        return rule

    def paid(self, value: Rule, action: Rule) -> float:
        """The points of the program that returns these."""
        with TemporaryDirectory() as upload:
            shutil.copy(PROGRAMS, upload)
            text = self._module(value.__name__, action.__name__)
            Path(upload, f"{self.question.module}.py").write_text(text, "utf-8")
            folder = self.sandbox.folder / "lazy"
            picked = staging.pick(uploads(Path(upload)), (self.question.module,))
            staged = staging.stage(picked, folder)
        try:
            return sum(self._points(staged.folder, case) for case in self.cases)
        finally:
            shutil.rmtree(staged.folder)

    def _module(self, value: str, action: str) -> str:
        """Whatever the functions are called, each returns what the rule does.

        What goes through a tree does so by these functions, as a student's would.
        """
        signature = self.question.signature
        names = signature.named(signature.entry[0][1]).arguments
        found = dict.fromkeys(signature.names(), f"{value}(game, state, *more)")
        if value == RECURSIVE:
            goes_on = f"{RECURSIVE}(game, state, *more, value=_next)"
            found = dict.fromkeys(found, goes_on)
        if self.question.search:
            found[self.question.search] = f"{action}(game, state, *more)"
        return "\n".join(
            (
                f"import {PROGRAMS.stem}",
                f"{PROGRAMS.stem}.NUMBER = {self._number()!r}",
                f"{PROGRAMS.stem}.PLACE, {PROGRAMS.stem}.FEWER = {self._place()!r}",
                f"{PROGRAMS.stem}.NAMES = {names!r}",
                "def _next(game, state, *more):",
                f"    names = {dict(signature.entry)!r}",
                f"    name = names.get(game.to_move(state)) or names[{EVERY!r}]",
                "    return globals()[name](game, state, *more)",
                *(
                    f"def {name}(game, state, *more):\n"
                    f"    return {PROGRAMS.stem}.{call}"
                    for name, call in found.items()
                ),
            )
        )

    def _number(self) -> Value:
        """The value at the root whose trees have most points together."""
        found: dict[Value, float] = {}
        for case in self.cases:
            viewpoint = value_call(case.question, case.tree).viewpoint
            answers = self.sheets.of(case).answers
            exact = answers.values[case.tree.root.label]
            value = seen_by(viewpoint, exact)
            found[value] = found.get(value, 0.0) + case.points.most
        return max(found, key=found.__getitem__)

    def _place(self) -> Place:
        """The place at which actions earn most."""
        nodes = (node for case in self.cases for node in case.tree.nodes)
        most = max(len(node.children) for node in nodes)
        return max(product(range(most or 1), (-1, 0)), key=self._worth)

    def _worth(self, place: Place) -> float:
        """What actions at this place earn."""
        facet = LINE if self.question.asks_for_a_line else "action"
        return sum(
            case.points.earned([facet])
            for case in self.cases
            if case.question.chooses_on(case.tree) and self._is_right(case, place)
        )

    def _is_right(self, case: Case, place: Place) -> bool:
        """Whether the action at this place is, or the line of such actions."""
        line = _line(case.tree.searched, place)
        key = key_of(self.sheets.of(case))
        return key.line(line) == line if key.line else line[0] in key.actions

    def _points(self, folder: Path, case: Case) -> float:
        """What a test pays, with that for each function alone."""
        sheet = self.sheets.of(case)
        observed = observe(self.sandbox, folder, case.question, case.tree)
        result = judge(sheet, observed)
        calls = requests(sheet, alone=not is_right(result))
        made = observe_inside(self.sandbox, folder, case, calls)
        observed = replace(observed, inside=tuple(made.items()))
        return judge(sheet, observed).points


def _line(tree: GameTree, place: Place) -> tuple[str, ...]:
    """The actions at this place, from the root down to the end."""
    at, fewer = place
    node, found = tree.root, list[str]()
    while node.children:
        node = tree.nodes[node.children[at if at < len(node.children) else fewer]]
        found.append(node.label)
    return tuple(found)
