"""What is paid for programs that search nothing, a little, or do not prune."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from inspect import getfile
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType

from autograder.assignment.questions import LINE, Assignment, Case, Question
from autograder.assignment.signature import EVERY, MOVER
from autograder.authoring.lazy import (
    PROGRAMS,
    Paid,
    Payroll,
    Rule,
    of_all,
    own_modules,
    title_of,
)
from autograder.game import Value
from autograder.kinds.search import trusted
from autograder.kinds.search.alone import requests
from autograder.kinds.search.judging import is_right, judge, key_of
from autograder.kinds.search.reference import placed, signed
from autograder.kinds.search.sheet import Sheets
from autograder.observing.observation import (
    CallRequest,
    Observation,
    observe,
    observe_inside,
    value_call,
)
from autograder.project import load_module
from autograder.sandbox.sandbox import Sandbox
from autograder.trees.tree import GameTree
from autograder.trees.values import seen_by
from autograder.uploads import staging
from autograder.uploads.reading import uploads

RECURSIVE = "programs.minimax"  # of the programs, the one that goes through the tree


Alone = dict[tuple[str, bool], dict[CallRequest, Observation]]


Place = tuple[int, int]  # counted from the first action, 0; and where there are fewer


def payroll(assignment: Assignment, sandbox: Sandbox) -> Payroll:
    """Grade each program on each question.

    Raises AssignmentError where the sandbox or the reference is missing, and
    FileProblems where the reference is not right on a tree itself.
    """
    if not assignment.cases:
        return Payroll({}, (), Paid("", {}))
    own = own_modules(assignment.cases[0].question.places)
    desks = [*_desks(signed(assignment), sandbox, tuple(own))]
    programs = load_module(PROGRAMS)
    pruning = [desk for desk in desks if desk.question.leaves_out]
    all_ = programs.ALL_WITH_CHANCE if _has_chance(assignment) else programs.ALL
    few = (*programs.FEW, *of_all(own, "FEW"))
    return Payroll(
        {desk.question.name: desk.most() for desk in desks},
        (
            *(_paid(desks, rule, programs, thorough=False) for rule in few),
            *(
                _paid(desks, rule, programs, thorough=True)
                for rule in (*all_, *of_all(own, "ALL"))
            ),
        ),
        Paid(
            title_of(programs.UNPRUNED[0]),
            {d.question.name: d.paid(*_names(programs.UNPRUNED)) for d in pruning},
        ),
    )


def _paid(
    desks: Sequence[_Desk], rule: Rule, programs: ModuleType, *, thorough: bool
) -> Paid:
    """What a rule earns, with the choice of an action that pays best in a question."""
    chooses = rule not in programs.CONSTANT
    below = (programs.BELOW.get(rule, rule), rule) if chooses else ()
    names = tuple(dict.fromkeys(_names(below)))
    (value,) = _names((rule,))
    points = {
        desk.question.name: desk.paid(value, *desk.actions(names)) for desk in desks
    }
    return Paid(title_of(rule), points, thorough)


def _names(rules: Sequence[Rule]) -> Iterator[str]:
    """What a program calls these rules: by the module in which each stands."""
    return (f"{Path(getfile(rule)).stem}.{rule.__name__}" for rule in rules)


def _has_chance(assignment: Assignment) -> bool:
    trees = assignment.trees().values()
    return any(node.probabilities for tree in trees for node in tree.nodes)


def _desks(
    assignment: Assignment, sandbox: Sandbox, own: tuple[Path, ...]
) -> Iterator[_Desk]:
    for question in assignment.questions():
        cases = [c for c in assignment.cases if c.question.name == question.name]
        answers = {}
        for case in cases:
            with placed(assignment, case.tree_name):
                found = trusted.compute(case.tree, (case.question,))
            answers[case.tree_name] = found
        yield _Desk(question, tuple(cases), Sheets(answers), sandbox, own)


@dataclass(frozen=True, slots=True)
class _Desk:
    """Pays for what answers one question."""

    question: Question
    cases: tuple[Case, ...]
    sheets: Sheets
    sandbox: Sandbox
    own: tuple[Path, ...] = ()  # modules of lazy programs beside the project's

    def most(self) -> float:
        return sum(case.points.most for case in self.cases)

    def actions(self, below: Sequence[str]) -> tuple[str, ...]:
        """What may choose an action, or a line: a place, and rules for children."""
        question = self.question
        kind = "line" if question.asks_for_a_line else "action"
        by_rule = below if question.search else ()
        by = PROGRAMS.stem
        best = (f"{by}.best_{kind}, rule={rule}" for rule in by_rule)
        return f"{by}.{kind}_at_place", *best

    def paid(self, value: str, *actions: str) -> float:
        """The points of the program that returns these values, and the best actions."""
        alone: Alone = {}
        return max(self._paid(value, action, alone) for action in actions)

    def _paid(self, value: str, action: str, alone: Alone) -> float:
        """The points of one program; functions `alone` are asked only once."""
        with TemporaryDirectory() as upload:
            for path in (PROGRAMS, *self.own):
                shutil.copy(path, upload)
            text = self._module(value, action)
            Path(upload, f"{self.question.module}.py").write_text(text, "utf-8")
            folder = self.sandbox.folder / "lazy"
            picked = staging.pick(uploads(Path(upload)), (self.question.module,))
            staged = staging.stage(picked, folder)
        try:
            return sum(self._points(staged.folder, c, alone) for c in self.cases)
        finally:
            shutil.rmtree(staged.folder)

    def _module(self, value: str, action: str) -> str:
        """Whatever the functions are called, each returns what the rule does.

        What goes through a tree does so by these functions, as a student's would.
        """
        signature, by = self.question.signature, PROGRAMS.stem
        names = signature.named(signature.entry[0][1]).arguments
        call = f"{by}.returned({value}, game, state, *more)"
        if value == RECURSIVE:
            call = f"{RECURSIVE}(game, state, *more, value=_next)"
        found = dict.fromkeys(signature.names(), call)
        if self.question.search:
            chooser, *rule = action.split(", ")
            given = ", ".join(("game", "state", "*more", *rule))
            found[self.question.search] = f"{chooser}({given})"
        return "\n".join(
            (
                *(f"import {path.stem}" for path in (PROGRAMS, *self.own)),
                f"{by}.NUMBER = {self._number()!r}",
                f"{by}.PLACE, {by}.FEWER = {self._place()!r}",
                f"{by}.NAMES = {names!r}",
                f"{by}.BY_MOVER = {self.question.value_of == MOVER}",
                "def _next(game, state, *more):",
                f"    names = {dict(signature.entry)!r}",
                f"    name = names.get(game.to_move(state)) or names[{EVERY!r}]",
                "    return globals()[name](game, state, *more)",
                *(
                    f"def {name}(game, state, *more):\n    return {call}"
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

    def _points(self, folder: Path, case: Case, alone: Alone) -> float:
        """What a test pays, with that for each function alone."""
        sheet = self.sheets.of(case)
        observed = observe(self.sandbox, folder, case.question, case.tree)
        result = judge(sheet, observed)
        key = case.tree_name, not is_right(result)
        if key not in alone:
            calls = requests(sheet, alone=key[1])
            alone[key] = observe_inside(self.sandbox, folder, case, calls)
        observed = replace(observed, inside=tuple(alone[key].items()))
        return judge(sheet, observed).points


def _line(tree: GameTree, place: Place) -> tuple[str, ...]:
    """The actions at this place, from the root down to the end."""
    at, fewer = place
    node, found = tree.root, list[str]()
    while node.children:
        turn = at if at < len(node.children) else fewer
        found.append(tree.moves_of(node)[turn])
        node = tree.nodes[node.children[turn]]
    return tuple(found)
