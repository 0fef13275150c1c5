"""What authors are told: what trees catch, what it costs, and what laziness is paid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from inspect import getfile
from itertools import product
from pathlib import Path
from typing import Any

from autograder import files
from autograder.answers import program
from autograder.answers.board import AskingGame, TookTooLong, result_in_time
from autograder.answers.file import Answers
from autograder.answers.program import Program
from autograder.assignment.questions import (
    LINE,
    AnyQuestion,
    Assignment,
    Case,
    Question,
    exact_sum,
)
from autograder.assignment.reading import FILE
from autograder.assignment.signature import EVERY, MOVER, json_arguments
from autograder.authoring.lazy import (
    PROGRAMS,
    Paid,
    Payroll,
    Rule,
    importable_by_name,
    lazy_programs,
    own_modules,
    rules_listed_under,
    title_of,
)
from autograder.authoring.misconceptions import (
    Mistake,
    MistakeProgram,
    Right,
    all_misconceptions,
)
from autograder.authoring.prices import Losses, Row
from autograder.errors import AssignmentError
from autograder.game import State, Value
from autograder.judging.verdicts import Verdict, is_worth_calling
from autograder.kinds.caught import (
    BRIEF,
    NAME,
    NAMED,
    WIDTH,
    lines_on_cheapest,
    wrapped_items,
    wrapped_lines,
)
from autograder.kinds.kind import Adequacy, Onlooker
from autograder.kinds.search import computing
from autograder.kinds.search.alone import requests_alone
from autograder.kinds.search.judging import is_right, judge, key_of
from autograder.kinds.search.matrix import (
    ANY,
    Bench,
    Matrix,
    Names,
    has_repeats_not_compared,
    matrices,
    mistakes_made_in_reference,
    outcome_of_call,
    reference_answers,
    suggest,
)
from autograder.kinds.search.signatures import Sheet, Sheets
from autograder.kinds.search.trusted import program_of
from autograder.kinds.search.unseentrees import MOST_NODES, is_small
from autograder.observing import observation
from autograder.observing.outcome import TIMEOUT, Fault
from autograder.project import command_line
from autograder.text import (
    clean,
    column_count,
    count_text,
    few_names,
    shortened,
    wrapped,
)
from autograder.trees.tree import GameTree, deep_recursion
from autograder.trees.values import seen_by
from autograder.worker import protocol
from autograder.worker.serve import Window
from autograder.worker.watching import Ordering, StandIn

answer_files = computing.answer_files

IDLE_ALONE = "Adds nothing, since the others show all that it shows: tree {}."
IDLE = "Each adds nothing as long as the others stay: trees {}."
IDLE_EVERYWHERE = (
    "Trees that add nothing to any question, each as long as the others stay:"
)
NONE_KNOWN = "{}: there are no misconceptions of {}"
TREE = 50  # columns of a tree's name at most
BLOCK = 40  # trees beside one another
TEN = 10  # trees without a gap
LOSE = "Lose least, of {} points and but for functions alone: {}."
UNCOUNTED = (
    "{}: its search comes back to nodes, which is not compared. One that comes back "
    "less often, or never, is as right on these trees: only `repeats: true` would tell "
    "it from this."
)
KEEP = (
    "To keep a tree, put it below the folder of {}, list it there under `trees` of {}, "
    "and run"
)
LEGEND = (
    "v another value   a another action   n other nodes visited",
    "t no finite number, or no action   ! an error   · not caught",
)
SIGNS = {
    Verdict.WRONG_VALUE: "v",
    Verdict.WRONG_ACTION: "a",
    Verdict.WRONG_VISITS: "n",
    Verdict.WRONG_ROUNDS: "n",
    Verdict.WRONG_ESTIMATES: "n",
    Verdict.WRONG_ORDER: "n",
    Verdict.WRONG_TYPE: "t",
    Verdict.CORRECT: "·",
}


def matrix_summary(matrix: Matrix) -> str:
    """What is found of a question, in a line."""
    every, missed = len(matrix.rows), matrix.uncaught_mistakes()
    name, trees = clean(matrix.question.name, NAME), len(matrix.columns)
    return BRIEF.format(name, every - len(missed), every, count_text(trees, "tree"))


def matrix_table(matrix: Matrix) -> str:
    """All that is found of a question; no line is longer than WIDTH."""
    name = clean(matrix.question.name, NAME)
    if not matrix.rows:
        module = clean(matrix.question.module, NAME)
        return "\n".join(wrapped_lines(NONE_KNOWN.format(name, module)))
    counts = f"{count_text(len(matrix.rows), 'misconception')} on "
    parts = (
        [f"{name}: {counts}{count_text(len(matrix.columns), 'tree')}"],
        list(_trees(matrix)),
        list(_rows(matrix)),
        list(_findings(matrix)),
    )
    return "\n\n".join("\n".join(part) for part in parts)


def percent(part: int, whole: int) -> int:
    """Rounded down: 100 is all of them."""
    return 100 * part // whole


def _trees(matrix: Matrix) -> Iterator[str]:
    digits = len(str(len(matrix.columns)))
    width = max(column_count(_tree(column.name)) for column in matrix.columns)
    yield f"{'':{digits}}  {'':{width}}  catches  it alone"
    for number, column in enumerate(matrix.columns, 1):
        shown = _tree(column.name)
        gap = " " * (width - column_count(shown))
        alone = len(matrix.caught_only_by(column.name)) or "·"
        caught = len(matrix.caught_by(column))
        yield f"{number:{digits}}  {shown}{gap}  {caught:7}  {alone:>8}"


def _rows(matrix: Matrix) -> Iterator[str]:
    """A row a misconception, a sign a tree; under the table what the signs mean."""
    names = [shortened(name, NAME) for name in matrix.names]
    width = max(map(column_count, names))
    digits = len(str(len(matrix.columns)))

    def spaced(signs: str) -> str:
        return " ".join(signs[i : i + TEN] for i in range(0, len(signs), TEN))

    for start in range(0, len(matrix.columns), BLOCK):
        block = matrix.columns[start : start + BLOCK]
        numbers = range(start + 1, start + len(block) + 1)
        for digit in range(digits):
            shown = "".join(f"{number:{digits}}"[digit] for number in numbers)
            yield f"{'':{width}}  {spaced(shown)}".rstrip()
        for row, name in enumerate(names):
            signs = "".join(SIGNS.get(c.verdicts[row], "!") for c in block)
            yield f"{name}{' ' * (width - column_count(name))}  {spaced(signs)}"
        yield ""
    yield from LEGEND


def _findings(matrix: Matrix) -> Iterator[str]:
    """What is caught, what is not, and which trees that hangs on."""
    every, missed = len(matrix.rows), matrix.uncaught_mistakes()
    caught = every - len(missed)
    yield f"Caught: {caught} of {every} ({percent(caught, every)} %)."
    if missed:
        yield "No tree catches:"
        yield from wrapped_items([", ".join(missed)])
    most = exact_sum(column.points.max_points for column in matrix.columns)
    yield from lines_on_cheapest(matrix.costs(), most, LOSE)
    hanging = [
        f"tree {number}: {', '.join(names)}"
        for number, column in enumerate(matrix.columns, 1)
        if (names := matrix.caught_only_by(column.name))
    ]
    if hanging:
        yield "Caught by one tree only, which the question needs:"
        yield from wrapped_items(hanging)
    yield from _idle(matrix)


def _idle(matrix: Matrix) -> Iterator[str]:
    """The trees that add nothing, and those that would do."""
    numbers = {column.name: str(n) for n, column in enumerate(matrix.columns, 1)}
    idle = matrix.trees_that_add_nothing()
    if not idle:
        yield "Each tree adds something."
        return
    shown = ", ".join(numbers[name] for name in idle)
    yield from wrapped_lines((IDLE if len(idle) > 1 else IDLE_ALONE).format(shown))
    if len(idle) > 1:
        by_count = {c.name: len(matrix.caught_by(c)) for c in matrix.columns}
        left = matrix.without_idle_trees(tuple(sorted(idle, key=by_count.__getitem__)))
        enough = ", ".join(numbers[column.name] for column in left.columns)
        yield from wrapped_lines(f"These alone show as much: {enough or 'none'}.")


def repeats_warning(matrix: Matrix) -> str:
    """That visits of a question are compared once, though its search repeats them."""
    name = clean(matrix.question.name, NAME)
    return "\n".join(wrapped_lines(UNCOUNTED.format(name)))


def idle_trees_sentence(matrices: Iterable[Matrix]) -> str:
    """The trees that add nothing to any question on which they are asked."""
    judged = [matrix for matrix in matrices if matrix.rows]
    names = [{c.name: None for c in matrix.columns} for matrix in judged]
    useful = {
        name
        for matrix, own in zip(judged, names, strict=True)
        for name in own.keys() - matrix.trees_that_add_nothing()
    }
    asked = dict.fromkeys(name for own in names for name in own)
    idle = [name for name in asked if name not in useful]
    if not idle:
        return "Each tree adds something to some question."
    return "\n".join((IDLE_EVERYWHERE, *wrapped_items(_tree(name) for name in idle)))


def _tree(name: str) -> str:
    return shortened(clean(name, 4 * TREE), TREE)


NOBODY = Onlooker(lambda _: None, lambda _: None)
LOOK = command_line("adequacy", "DIR", "--suggest", "FOLDER")
REMEDY = f"`{LOOK}` looks for better trees"
LEFT_OUT = "Left out are trees of more than {:,} nodes within the horizon: {}"


def questions_with_mistakes(
    assignment: Assignment,
) -> Iterator[tuple[AnyQuestion, tuple[MistakeProgram, ...]]]:
    """Each search with its mistakes."""
    whole = computing.with_signatures(assignment)
    for question in whole.questions():
        yield question, mistakes_made_in_reference(whole, question)


NOT_THERE, LATE = Fault("no_function"), Fault(TIMEOUT)
SECONDS = 20.0  # for the functions alone of one program on all trees


def losses(assignment: Assignment) -> Iterator[Losses]:
    """What each mistake has wrong, made in each right way that a question accepts.

    Products of these ways are left out. Raises AssignmentError without a reference.
    """
    for each in assignment.questions():
        cases = assignment.cases_of(each.name)
        part = computing.with_signatures(replace(assignment, tests=cases))
        (question,) = part.questions()
        grader = Grader(question, part.cases, reference_answers(part, question))
        called = question.entry_functions, question.search, question.module
        rights = [
            Right(program_of(question, name), *called)
            for name in question.conventions_with_files(question.accept)
        ]
        rows = {
            mistake.name: tuple(dict.fromkeys(grader.rows(mistake, rights)))
            for mistake in all_misconceptions(question.places)
        }
        shown = {name: own for name, own in rows.items() if own}
        yield Losses(question.name, tuple(c.tree_name for c in cases), shown)


class Grader:
    """Grades programs of a question on its trees, in this process."""

    def __init__(
        self, question: Question, cases: Sequence[Case], answers: Mapping[str, Answers]
    ) -> None:
        self._bench = Bench(question, cases, answers)
        self._module = question.module
        self._sheets = [Sheet(case, answers[case.tree_name]) for case in cases]
        self._depth = max(case.tree.height() for case in cases)

    def rows(self, mistake: Mistake, rights: Sequence[Right]) -> Iterator[Row]:
        """What a mistake has wrong as it is made in each right program, if it shows."""
        for right in rights:
            programs = mistake.programs(right)
            shown = next(filter(self._bench.catches, programs), None)
            if shown is not None:
                yield self.row(shown)

    def row(self, program: Program) -> Row:
        """The facets that a program has wrong on each tree.

        Once functions alone have not ended on one, they are not called on others.
        """
        namespace, row = vars(program.module(self._module)), []
        late = False
        for sheet, observed in zip(
            self._sheets, self._bench.observed(program), strict=True
        ):
            calls = self._calls(sheet, observed)
            made = tuple((each, each.stand_in_observation(LATE)) for each in calls)
            if calls and not late:
                do = partial(_made, namespace, sheet.case.tree, calls)
                try:
                    with deep_recursion(self._depth):
                        made = result_in_time(SECONDS, do)
                except TookTooLong:
                    late = True
            findings = judge(sheet, replace(observed, inside=made)).findings
            wrong = (f.facet for f in findings if f.verdict is not Verdict.CORRECT)
            row.append(tuple((facet, 1.0) for facet in wrong))
        return tuple(row)

    def _calls(
        self, sheet: Sheet, observed: observation.Observed
    ) -> tuple[observation.CallRequest, ...]:
        if not is_worth_calling(observed):
            return ()
        right = is_right(judge(sheet, observed))
        return observation.deepest_first(requests_alone(sheet, alone=not right))


def _made(
    namespace: dict[str, Any], tree: GameTree, calls: Sequence[observation.CallRequest]
) -> tuple[tuple[observation.CallRequest, observation.Observation], ...]:
    return tuple((call, _observed_alone(namespace, tree, call)) for call in calls)


def _observed_alone(
    namespace: dict[str, Any], tree: GameTree, request: observation.CallRequest
) -> observation.Observation:
    """What one call at an inner node does; all that is asked an oracle answers."""
    oracle = observation.oracle_of(tree, request)
    game = AskingGame(oracle)
    root = game.root()

    def ask(place: int, state: State, window: Window, player: object) -> Value | None:
        who = protocol.place_of(player, game.movers)
        return game.look(
            lambda handle: oracle.exact_value_frame(handle, place, window, who), state
        )

    peek = partial(game.look, oracle.peek) if request.peeks else None
    ordering = Ordering(request.orders, peek)
    game._estimate = ordering.looking(partial(game.look, oracle.estimate))  # noqa: SLF001
    with ExitStack() as stack:
        for place, each in enumerate(request.replaced):
            own, asks = each.name == request.function, partial(ask, place)
            guest = StandIn(each.name, each.arguments, asks, root, is_called=own)
            stack.enter_context(guest.within(namespace))
        stack.enter_context(ordering.within(namespace))
        arguments = game, root, *json_arguments(request.arguments)
        function = namespace.get(request.function)
        outcome = outcome_of_call(function, arguments) if function else NOT_THERE
    return request.observation(oracle, outcome)


def adequacy(assignment: Assignment) -> Adequacy:
    """What is found of each question; AssignmentError where all trees are large."""
    if not assignment.cases:
        return Adequacy()
    found = tuple(matrices(_smaller(assignment)))
    idle = any(matrix.rows for matrix in found)
    return Adequacy(
        findings=(
            *_left_out(assignment),
            *map(matrix_table, found),
            *(repeats_warning(m) for m in found if has_repeats_not_compared(m)),
            *([idle_trees_sentence(found)] if idle else ()),
        ),
        faults=inadequacy_sentences(found),
        judged=idle,
        remedy=REMEDY,
        summary=tuple(map(matrix_summary, found)),
        costs=tuple(cost for matrix in found for cost in matrix.costs()),
    )


def suggestions(
    assignment: Assignment, folder: Path, watch: Onlooker, at_most: int
) -> Iterator[str]:
    """What is written for each question into the folder, and what for."""
    yield from _left_out(assignment)
    for matrix in matrices(_smaller(assignment)) if assignment.cases else ():
        yield write(assignment, matrix, folder, watch, at_most)


def _left_out(assignment: Assignment) -> Iterator[str]:
    every = assignment.trees().items()
    if large := tuple(name for name, tree in every if not is_small(tree)):
        yield LEFT_OUT.format(MOST_NODES, few_names(large, NAMED))


def _smaller(assignment: Assignment) -> Assignment:
    cases = tuple(case for case in assignment.cases if is_small(case.tree))
    if not cases:
        left_out = f"all trees have more than {MOST_NODES:,} nodes and are left out"
        raise AssignmentError(f"{assignment.folder}: {left_out}; add a smaller one")
    return replace(assignment, tests=cases)


def inadequacy_sentences(matrices: Sequence[Matrix]) -> tuple[str, ...]:
    """A sentence for each question whose trees do not do."""
    return tuple(
        f"{matrix.question.name}: no tree catches {len(missed)} of "
        f"{len(matrix.rows)} ({few_names(missed, NAMED)})"
        for matrix in matrices
        if (missed := matrix.uncaught_mistakes())
    )


def write(
    assignment: Assignment,
    matrix: Matrix,
    folder: Path,
    watch: Onlooker = NOBODY,
    at_most: int = ANY,
) -> str:
    """Write so many trees; what was written, what for, and what to do with it.

    Raises AssignmentError, and writes none, where one would overwrite another file.
    """
    question = matrix.question.name
    if not matrix.rows or not matrix.missed_rows():
        no_gap = f"{question}: there is no gap to close."
        return no_gap if matrix.rows else matrix_table(matrix)
    found = suggest(matrix, at_most, watch.show)
    texts = {folder / f"{s.name}.yaml": s.text() for s in found.suggestions}
    for path, text in texts.items():
        if path.exists() and path.read_text("utf-8", errors="replace") != text:
            raise AssignmentError(
                f"{path}: there is another file of this name; move it away, or name "
                "another folder behind --suggest"
            )
    lines = [f"{question}: {count_text(len(found.suggestions), 'tree')} suggested"]

    def to_catch(names: Names) -> None:
        lines.extend(wrapped(f"to catch {', '.join(names)}", WIDTH, "  ", "    "))

    for (path, text), suggestion in zip(texts.items(), found.suggestions, strict=True):
        files.write_text(path, text)
        lines.append(f"wrote {path}")
        to_catch(suggestion.catches)
    if found.uncaught:
        lines.append("No tree was found")
        to_catch(found.uncaught)
    if texts:  # a path stands in a line of its own, however long
        keep = KEEP.format(FILE, question)
        answers = f"  {command_line('answers', assignment.folder)}"
        lines += [*wrapped(keep, WIDTH), answers]
    return "\n".join(lines)


RECURSIVE = "programs.minimax"  # of the programs, the one that goes through the tree
Place = tuple[int, int]  # counted from the first action, 0; and where there are fewer


def payroll(assignment: Assignment) -> Payroll:
    """Grade each program on each question.

    Raises AssignmentError where the reference is missing, and FileProblems where that
    is not right on a tree itself.
    """
    if not assignment.cases:
        return Payroll({}, (), Paid("", {}))
    own = own_modules(assignment.cases[0].question.places)
    programs = lazy_programs()
    few = (*programs.FEW, *rules_listed_under(own, "FEW"))
    every = (*programs.ALL, *rules_listed_under(own, "ALL"))
    nodes = (node for tree in assignment.trees().values() for node in tree.nodes)
    if assignment.has_groups:
        few, every = (*few, *programs.MORE_FEW), (*every, *programs.MORE_ALL)
    elif any(node.probabilities for node in nodes):
        every = (*every, *programs.MEANS)
    with importable_by_name(own):
        desks = [*_desks(computing.with_signatures(assignment), tuple(own))]
        lazy = [_paid(desks, rule, thorough=False) for rule in few]
        lazy += [_paid(desks, rule, thorough=True) for rule in every]
        pruning = [desk for desk in desks if desk.question.prunes_by_window]
        unpruned = {d.question.name: d.points_unpruned() for d in pruning}
    most = {d.question.name: sum(c.points.max_points for c in d.cases) for d in desks}
    return Payroll(most, tuple(lazy), Paid(title_of(programs.UNPRUNED[0]), unpruned))


def _paid(desks: Sequence[_Desk], rule: Rule, *, thorough: bool) -> Paid:
    """What a rule earns, with the choice of an action that pays best in a question."""
    programs = lazy_programs()
    chooses = rule not in programs.CONSTANT
    below = (programs.BELOW.get(rule, rule), rule) if chooses else ()
    names = tuple(dict.fromkeys(map(_name, below)))
    points = {
        desk.question.name: desk.points_paid(_name(rule), names) for desk in desks
    }
    return Paid(title_of(rule), points, thorough)


def _name(rule: Rule) -> str:
    return f"{Path(getfile(rule)).stem}.{rule.__name__}"


def _desks(assignment: Assignment, own: tuple[Path, ...]) -> Iterator[_Desk]:
    for question in assignment.questions():
        cases = assignment.cases_of(question.name)
        answers = reference_answers(replace(assignment, tests=cases), question)
        grader = Grader(question, cases, answers)
        yield _Desk(question, cases, Sheets(answers), grader, own)


@dataclass(frozen=True, slots=True)
class _Desk:
    """Pays for what answers one question."""

    question: Question
    cases: tuple[Case, ...]
    sheets: Sheets
    grader: Grader
    own: tuple[Path, ...] = ()  # modules of lazy programs beside the project's

    def points_paid(self, value: str, below: Sequence[str]) -> float:
        """The points of the program that returns these values, and the best actions.

        What may choose an action, or a line, is a place, or a rule for children.
        """
        question, by = self.question, PROGRAMS.stem
        kind = "line" if question.wants_line_of_actions else "action"
        by_rule = below if question.search else ()
        best = (f"{by}.best_{kind}, rule={rule}" for rule in by_rule)
        actions = (f"{by}.{kind}_at_place", *best)
        return max(self._points(self._program(value, action)) for action in actions)

    def points_unpruned(self) -> float:
        """The points of the program that goes through the whole tree."""
        return self._points(self._program(*map(_name, lazy_programs().UNPRUNED)))

    def _points(self, program: Program) -> float:
        most = exact_sum(case.points.max_points for case in self.cases)
        row = zip(self.cases, self.grader.row(program), strict=True)
        return most - exact_sum(c.points.earned(dict(cell)) for c, cell in row)

    def _program(self, value: str, action: str) -> Program:
        """Whatever the functions are called, each returns what the rule does."""
        signature, by = self.question.signature, PROGRAMS.stem
        names = signature.function_named(signature.entry[0][1]).arguments
        call = f"{by}.returned({value}, game, state, *more)"
        if value == RECURSIVE:
            call = f"{RECURSIVE}(game, state, *more, value=_next)"
        found = dict.fromkeys(signature.names(), call)
        if self.question.search:
            chooser, *rule = action.split(", ")
            given = ", ".join(("game", "state", "*more", *rule))
            found[self.question.search] = f"{chooser}({given})"
        lines = (
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
        return program.parse("\n".join(lines))

    def _number(self) -> Value:
        """The value at the root whose trees have most points together."""
        points: dict[Value, float] = {}
        for case in self.cases:
            viewpoint = observation.value_call(case.question, case.tree).viewpoint
            exact = self.sheets.sheet_of(case).answers.values[case.tree.root.label]
            value = seen_by(viewpoint, exact)
            points[value] = points.get(value, 0.0) + case.points.max_points
        return max(points, key=points.__getitem__)

    def _place(self) -> Place:
        """The place at which actions, or the lines of such actions, earn most."""
        nodes = (node for case in self.cases for node in case.tree.nodes)
        most = max(len(node.children) for node in nodes)
        facet = LINE if self.question.wants_line_of_actions else "action"

        def is_right(case: Case, place: Place) -> bool:
            line, key = (
                _line(case.tree.effective_tree, place),
                key_of(self.sheets.sheet_of(case)),
            )
            return key.line(line) == line if key.line else line[0] in key.actions

        def worth(place: Place) -> float:
            return sum(
                case.points.earned([facet])
                for case in self.cases
                if case.question.has_action_to_choose(case.tree)
                and is_right(case, place)
            )

        return max(product(range(most or 1), (-1, 0)), key=worth)


def _line(tree: GameTree, place: Place) -> tuple[str, ...]:
    (at, fewer), node, actions = place, tree.root, list[str]()
    while node.children:
        turn = at if at < len(node.children) else fewer
        actions.append(tree.moves_of(node)[turn])
        node = tree.nodes[node.children[turn]]
    return tuple(actions)
