"""How good a question's trees are: which misconceptions each of them shows.

A misconception is tried as one program, made of the reference or of another accepted
convention. One that does nothing wrong on any tree that is tried is left out. Trees
that would catch what these do not are looked for among tiny ones, then at random, and
made smaller move by move: in the same order each time, and by count.
"""

from __future__ import annotations

import ast
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile
from random import Random
from typing import Any

from autograder.answers.board import Board, TookTooLong, result_in_time
from autograder.answers.file import Answers
from autograder.answers.program import Program
from autograder.assignment.questions import (
    ESTIMATES,
    LINE,
    NO_POINTS,
    ROUNDS,
    SAVED,
    Assignment,
    Case,
    Points,
    Question,
    exact_sum,
    unpaid_facets,
)
from autograder.assignment.signature import json_arguments
from autograder.authoring import misconceptions
from autograder.authoring.misconceptions import (
    Cost,
    Mistake,
    MistakeProgram,
    Right,
    mistake_programs,
)
from autograder.errors import AssignmentError
from autograder.judging.verdicts import Verdict
from autograder.kinds.search import trusted
from autograder.kinds.search.computing import blaming_the_module, with_signatures
from autograder.kinds.search.judging import CaseResult, judge
from autograder.kinds.search.signatures import Sheet
from autograder.kinds.search.trusted import program_of
from autograder.kinds.search.unseentrees import is_small, right_answers_on
from autograder.observing import observation
from autograder.observing.outcome import (
    OVERRUN,
    TIMEOUT,
    Fault,
    Outcome,
    outcome_of_result,
)
from autograder.project import REFERENCE
from autograder.sandbox.forms import MOST_FRAMES
from autograder.sandbox.oracle import first_misorder
from autograder.text import count_text, few_names
from autograder.trees import drawn, explicit, small
from autograder.trees.tree import (
    INFINITY,
    Expectation,
    GameTree,
    Window,
    deep_recursion,
)
from autograder.trees.visitrecord import Overrun
from autograder.worker import values
from autograder.worker.submission import kind_of

Functions = tuple[ast.FunctionDef, ...]
Calls = tuple[observation.Observation, ...]  # one a tree
SECONDS_A_NODE = 500e-6  # of all trees together: a hundred times what a program takes


def observe(
    namespace: dict[str, Any], request: observation.CallRequest, board: Board
) -> observation.Observation:
    """What one call of a trusted function does on a tree, mistakes and all."""
    game, root, visited = board.fresh_game_root_and_visits(timed=request.timed)
    function = namespace[request.function]
    with board.watching_calls(namespace):
        outcome = outcome_of_call(
            function, (game, root, *json_arguments(request.arguments))
        )
    labels, estimated, peeked = (
        tuple(map(board.labels.__getitem__, found))
        for found in (visited, board.record.estimated, board.record.peeked)
    )
    return observation.Observation(
        function=request.function,
        signature=request.call_text,
        outcome=outcome,
        visited=labels,
        estimated=estimated,
        peeked=peeked,
        misordered=first_misorder(board.first_call_without_its_actions, board.node_of),
    )


def outcome_of_call(
    function: Callable[..., Any], arguments: tuple[Any, ...]
) -> Outcome:
    """What comes of a call, in a worker too; frames are those of programs."""
    try:
        result: dict[str, Any] = {"returned": values.encode(function(*arguments))}
    except Overrun as stop:
        return Fault(OVERRUN, str(stop))
    except Exception as error:  # noqa: BLE001 - that it raises is what is observed
        frames = [
            [frame.f_code.co_filename, line, frame.f_code.co_name, ""]
            for frame, line in traceback.walk_tb(error.__traceback__)
            if frame.f_code.co_filename == "<program>"
        ]
        result = {
            "error": {
                "kind": kind_of(error),
                "stage": "call",
                "type": type(error).__name__,
                "message": str(error),
                "near": [],
                "frames": frames[-MOST_FRAMES:],
            }
        }
    return outcome_of_result(result)


SEARCH_VISITS = "search_visits"
ALWAYS_JUDGED = ("value", "action", "visits", SEARCH_VISITS, ESTIMATES)
OF_LINES = tuple(LINE if facet == "action" else facet for facet in ALWAYS_JUDGED)
TRIED = 120  # trees at random that tell whether a program does anything wrong
LOT = 6  # of them at a time

Names = tuple[str, ...]


@dataclass(frozen=True)
class Column:
    """The verdicts of a tree on each row, in their order."""

    name: str
    tree: GameTree
    verdicts: tuple[Verdict, ...]
    wrong: tuple[Names, ...] = ()  # facets, by row
    points: Points = NO_POINTS  # of the test

    @cached_property
    def missed_rows(self) -> frozenset[int]:
        """The places of the rows that this tree does not catch."""
        rows = enumerate(self.verdicts)
        return frozenset(row for row, each in rows if each is Verdict.CORRECT)

    def cost_of_row(self, row: int) -> float:
        """What the row at this place loses here, but for functions alone."""
        return self.points.earned(self.wrong[row]) if self.wrong else 0.0


@dataclass(frozen=True)
class Matrix:
    """The misconceptions of a question, a row each, on its trees."""

    question: Question
    rows: tuple[MistakeProgram, ...]
    columns: tuple[Column, ...]

    @cached_property
    def names(self) -> Names:
        """The name of each misconception."""
        return tuple(row.mistake.name for row in self.rows)

    def caught_by(self, column: Column) -> Names:
        """The misconceptions that a tree catches."""
        rows = enumerate(self.names)
        return tuple(name for row, name in rows if row not in column.missed_rows)

    def missed_rows(self) -> tuple[int, ...]:
        """The places of the rows that no tree catches."""
        rows = frozenset(range(len(self.rows)))
        return tuple(sorted(rows.intersection(*(c.missed_rows for c in self.columns))))

    def uncaught_mistakes(self) -> Names:
        """The misconceptions that no tree catches."""
        return tuple(self.names[row] for row in self.missed_rows())

    def costs(self) -> tuple[Cost, ...]:
        """What each mistake that is caught loses, the cheapest first."""
        most = exact_sum(column.points.max_points for column in self.columns)
        caught = {*range(len(self.rows))}.difference(self.missed_rows()) if most else ()
        costs = [
            Cost(self.question.name, self.names[row], 100 * lost / most)
            for row in caught
            for lost in (exact_sum(column.cost_of_row(row) for column in self.columns),)
        ]
        return tuple(sorted(costs, key=lambda cost: (cost.percent, cost.mistake)))

    def caught_only_by(self, tree: str) -> Names:
        """The misconceptions that this tree catches and no other."""
        missed = self.uncaught_mistakes()
        return tuple(
            n for n in self.without(tree).uncaught_mistakes() if n not in missed
        )

    def trees_that_add_nothing(self) -> Names:
        """The trees that add nothing: without one, the others catch the same."""
        missed = self.missed_rows()
        names = [column.name for column in self.columns]
        return tuple(
            name for name in names if self.without(name).missed_rows() == missed
        )

    def without_idle_trees(self, trees: Names) -> Matrix:
        """Without those of these trees that add nothing, one after the other."""
        left, missed = self, self.missed_rows()
        for name in trees:
            fewer = left.without(name)
            left = fewer if fewer.missed_rows() == missed else left
        return left

    def without(self, tree: str) -> Matrix:
        """The matrix without a tree."""
        left = tuple(column for column in self.columns if column.name != tree)
        return replace(self, columns=left)


def has_repeats_not_compared(matrix: Matrix) -> bool:
    """Whether a right search asks about nodes again where that is not compared."""
    question = matrix.question
    if question.repeats or question.deepens or not matrix.columns:
        return False
    counting = replace(question, repeats=True)
    cases = [Case(counting, column.name, column.tree) for column in matrix.columns]
    bench = Bench(counting, cases, {})
    return any(
        len({*call.visited}) < len(call.visited)
        for right in accepted_programs(question)
        for observed in bench.observed(right.program)
        for call in observed.calls
    )


def accepted_programs(question: Question) -> tuple[Right, ...]:
    """What a signed question accepts, as programs: the first is the reference's."""
    called = question.entry_functions, question.search, question.module
    return tuple(Right(program_of(question, name), *called) for name in question.accept)


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
        asked = assignment.cases_of(each.name)
        part = with_signatures(replace(assignment, tests=asked))
        (question,) = part.questions()
        bench = Bench(question, part.cases, reference_answers(part, question))
        rows = rows_of(bench, misconceptions.all_misconceptions(question.places))
        yield Matrix(question, rows, tuple(bench.columns(rows)))


def mistakes_made_in_reference(
    assignment: Assignment, question: Question
) -> tuple[MistakeProgram, ...]:
    """Each mistake of a question that shows on some tree, or would on another."""
    cases = assignment.cases_of(question.name)
    small = tuple(case for case in cases if is_small(case.tree))
    part = replace(assignment, tests=small)
    bench = Bench(question, small, reference_answers(part, question))
    return rows_of(bench, misconceptions.all_misconceptions(question.places))


def reference_answers(assignment: Assignment, question: Question) -> dict[str, Answers]:
    """What accepted searches do on each tree; FileProblems where one fails."""
    answers = {}
    for name, tree in assignment.trees().items():
        with blaming_the_module(assignment, name):
            answers[name] = trusted.compute(tree, (question,))
    return answers


class Bench:
    """Where programs of a question are run on trees, and judged there; it remembers."""

    def __init__(
        self, question: Question, cases: Sequence[Case], answers: Mapping[str, Answers]
    ) -> None:
        self.question, self.cases, self._answers = question, cases, answers
        trees = [case.tree for case in cases]
        self._requests = [observation.calls_of(question, tree) for tree in trees]
        repeats = question.entry_functions if question.repeats else ()
        self._boards = [
            Board(tree, repeats, question.ordering_function, peeks=question.peeks)
            for tree in trees
        ]
        self._depth = max(map(GameTree.height, trees), default=0)
        nodes = sum(len(tree.nodes) for tree in trees)
        self._seconds = max(question.limits.wall_seconds, nodes * SECONDS_A_NODE)
        self._calls: dict[tuple[int, Functions], Calls] = {}
        self._results: dict[Program, tuple[CaseResult, ...]] = {}
        self._sheets = [self._sheet(case) for case in cases] if answers else []

    def observed(self, program: Program) -> list[observation.Observed]:
        """What a program does on each tree."""
        value, search = self._observed(program, 0), self._observed(program, 1)
        return [
            observation.Observed(calls) for calls in zip(value, search, strict=True)
        ]

    def _observed(self, program: Program, call: int) -> Calls:
        """One of the two calls on each tree; none returns where the time is up."""
        names = (self.question.search,) if call else self.question.entry_functions
        functions = tuple(
            program.functions[name] for name in program.functions_called_from(*names)
        )
        if (call, functions) not in self._calls:
            try:
                with deep_recursion(self._depth):
                    calls = result_in_time(
                        self._seconds, lambda: self._made(program, call)
                    )
            except TookTooLong:
                calls = tuple(
                    requests[min(call, len(requests) - 1)].stand_in_observation(
                        Fault(TIMEOUT)
                    )
                    for requests in self._requests
                )
            self._calls[call, functions] = calls
        return self._calls[call, functions]

    def _made(self, program: Program, call: int) -> Calls:
        namespace, calls = vars(program.module(self.question.module)), []
        rows = zip(self.cases, self._requests, self._boards, strict=True)
        for case, requests, board in rows:
            if call < len(requests):
                chosen = requests[1:] if call else requests[:1]
                made = [observe(namespace, request, board) for request in chosen]
                calls.append(observation.last_that_counts(made))
            else:  # nothing is to be chosen
                request = observation.search_call(self.question, case.tree)
                calls.append(request.stand_in_observation(observation.NO_ACTION))
        return tuple(calls)

    def results(self, program: Program) -> tuple[CaseResult, ...]:
        """What a program does on each tree, held against the answers, for no points."""
        if program not in self._results:
            pairs = zip(self._sheets, self.observed(program), strict=True)
            self._results[program] = tuple(judge(*pair) for pair in pairs)
        return self._results[program]

    def _sheet(self, case: Case) -> Sheet:
        question = case.question
        facets = OF_LINES if question.wants_line_of_actions else ALWAYS_JUDGED
        if question.deepens:
            facets = tuple(ROUNDS if f == SEARCH_VISITS else f for f in facets)
        facets += tuple(facet for facet in case.points.facets if facet in SAVED)
        asked = replace(question, facets=facets)
        whole = replace(case, question=asked, points=unpaid_facets(facets))
        return Sheet(whole, self._answers[case.tree_name])

    def catches(self, program: Program) -> bool:
        """Whether a program is wrong on some tree; of one stopped nothing is known."""
        return any(
            result.verdict is not Verdict.CORRECT
            for result in self.results(program)
            if OVERRUN not in {call.outcome.kind for call in result.observed.calls}
        )

    def columns(self, rows: Sequence[MistakeProgram]) -> Iterator[Column]:
        """What each tree says of each row."""
        by_tree = zip(*(self.results(row.program) for row in rows), strict=True)
        results = [*by_tree] or [()] * len(self.cases)
        for case, on_tree in zip(self.cases, results, strict=True):
            yield Column(
                case.tree_name,
                case.tree,
                tuple(result.verdict for result in on_tree),
                tuple(
                    tuple(
                        finding.facet
                        for finding in result.findings
                        if finding.verdict is not Verdict.CORRECT
                    )
                    for result in on_tree
                ),
                case.points,
            )


def rows_of(bench: Bench, mistakes: Sequence[Mistake]) -> tuple[MistakeProgram, ...]:
    """Each mistake as one program that is wrong on the bench, or at random."""
    tried, others = [bench], _at_random(bench)

    def is_wrong(program: Program) -> bool:
        if any(each.catches(program) for each in tried):
            return True
        for lot in others:
            tried.append(lot)
            if lot.catches(program):
                return True
        return False

    every = mistake_programs(accepted_programs(bench.question), mistakes, is_wrong)
    return tuple(each for each in every if is_wrong(each.program))


def _at_random(bench: Bench) -> Iterator[Bench]:
    question, chance = bench.question, Random(0)  # noqa: S311 - to be repeated
    forms = drawn.forms_of(case.tree for case in bench.cases)
    trees = []
    for number in range(TRIED):
        windowed = question.may_prune_values and number % 2 == 1
        form = forms[number % len(forms)]
        trees.append(
            question.tree_as_asked(drawn.random_tree(chance, form, windowed=windowed))
        )
    for start in range(0, TRIED, LOT):
        cases, answers = [], {}
        for number, tree in enumerate(trees[start : start + LOT]):
            right = right_answers_on(question, tree)
            if right:
                cases.append(Case(question, str(number), tree))
                answers[str(number)] = right
        yield Bench(question, cases, answers)


ANY = 1_000_000  # trees, where nobody says how many
AT_RANDOM = 2500  # trees without a window, and as many with one
FEWEST, MOST_DRAWN = 4, 14  # leaves of trees of other forms, which grow
MOST_LEAVES = 2  # of the tiny trees that are tried with each window
NAMED = 60  # characters of misconceptions in a title
ENDS = (-1, 0, 1)
WINDOWS: tuple[Window, ...] = (
    *((end, INFINITY) for end in ENDS),
    *((-INFINITY, end) for end in ENDS),
    *((low, high) for low in ENDS for high in ENDS if low < high),
)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A tree that closes gaps: its file's name, and what it alone catches."""

    name: str
    tree: GameTree
    catches: Names

    def text(self) -> str:
        """The tree as a file."""
        return explicit.dump(self.tree)


@dataclass(frozen=True, slots=True)
class Suggested:
    """What was found for a question: trees, and the mistakes that none catches."""

    suggestions: tuple[Suggestion, ...]
    uncaught: Names


def suggest(
    matrix: Matrix, at_most: int = ANY, watch: Callable[[str], None] = lambda _: None
) -> Suggested:
    """The trees that close gaps, so many at most; `watch` is told how far it is."""
    search = _Search(matrix, at_most)
    forms = drawn.forms_of(column.tree for column in matrix.columns)
    windowed = matrix.question.may_prune_values
    for tried, tree in enumerate(_candidates(forms, windowed=windowed)):
        if search.is_finished():
            break
        watch(
            f"{matrix.question.name}: {search.progress_text()}, {tried:,} trees tried"
        )
        search.add_tree_for_gaps(matrix.question.tree_as_asked(tree))
    found = search.matrix
    own = [column.name for column in matrix.columns]
    added = tuple(c.name for c in found.columns if c.name not in own)
    found = found.without_idle_trees(added)
    return Suggested(tuple(_suggestions(matrix, found)), found.uncaught_mistakes())


def _candidates(forms: Sequence[drawn.Form], *, windowed: bool) -> Iterator[GameTree]:
    """The trees tried: without a window, then with; other forms at random."""
    chance = Random(0)  # noqa: S311 - to be repeated, not to be guessed
    if forms != (drawn.PLAIN,):
        for number in range(AT_RANDOM):
            yield drawn.random_tree(
                chance,
                forms[number % len(forms)],
                windowed=windowed and number % 4 == 3,
                most_leaves=FEWEST + number * (MOST_DRAWN - FEWEST) // AT_RANDOM,
            )
        return
    yield from small.every_tree()
    for _ in range(AT_RANDOM):
        yield small.random_tree(chance)
    if windowed:
        tiny = takewhile(lambda t: _leaves(t) <= MOST_LEAVES, small.every_tree())
        within = [replace(tree, window=each) for tree in tiny for each in WINDOWS]
        yield from sorted(within, key=small.size_key)
        for _ in range(AT_RANDOM):
            yield small.random_tree(chance, windowed=True)


def _leaves(tree: GameTree) -> int:
    return sum(not node.children for node in tree.nodes)


class _Search:
    """A matrix that grows by the trees that close its gaps: rows that none catches."""

    def __init__(self, matrix: Matrix, at_most: int) -> None:
        self.matrix = matrix
        self._at_first = len(matrix.columns)
        self._at_most = at_most

    def is_finished(self) -> bool:
        """Whether no gap is left, or all trees are found that are wanted."""
        grown = len(self.matrix.columns) - self._at_first
        return not self.matrix.missed_rows() or grown >= self._at_most

    def progress_text(self) -> str:
        """How far it is."""
        trees = count_text(len(self.matrix.columns) - self._at_first, "tree")
        return (
            f"{trees} found, {count_text(len(self.matrix.missed_rows()), 'gap')} left"
        )

    def add_tree_for_gaps(self, tree: GameTree) -> None:
        """Add this tree, made small for each gap that it closes."""
        bench = self._bench(tree)
        while not self.is_finished():
            rows = (self.matrix.rows[place] for place in self.matrix.missed_rows())
            row = next((each for each in rows if bench.catches(each.program)), None)
            if row is None:
                return
            smallest = self._bench(self._smallest(tree, row))
            (added,) = smallest.columns(self.matrix.rows)
            columns = (*self.matrix.columns, added)
            self.matrix = replace(self.matrix, columns=columns)

    def _bench(self, tree: GameTree) -> Bench:
        name = f"{len(self.matrix.columns)} "  # no file has such a name, with its space
        question = self.matrix.question
        answers = trusted.compute(tree, (question,))
        return Bench(question, [Case(question, name, tree)], {name: answers})

    def _smallest(self, tree: GameTree, row: MistakeProgram) -> GameTree:
        """What is left of a tree when all that is smaller misses the row."""
        if not drawn.has_only_max_and_min(tree):
            return tree  # nothing is known of how to make it smaller
        left: GameTree | None = tree
        while left is not None:
            tree, smaller = (
                left,
                map(self.matrix.question.tree_as_asked, small.smaller(left)),
            )
            catching = (t for t in smaller if self._bench(t).catches(row.program))
            left = next(catching, None)
        return tree


def _suggestions(matrix: Matrix, grown: Matrix) -> Iterator[Suggestion]:
    """Each tree that was added, with what it catches that was open before it."""
    taken: set[str] = set()
    for added in grown.columns[len(matrix.columns) :]:
        after = replace(matrix, columns=(*matrix.columns, added))
        left = after.uncaught_mistakes()
        catches = tuple(name for name in matrix.uncaught_mistakes() if name not in left)
        first = f"{matrix.question.name}_{catches[0]}"
        names = (first, *(f"{first}_{number}" for number in range(2, len(taken) + 2)))
        name = next(each for each in names if each not in taken)
        taken.add(name)
        aim = f"catch {few_names(catches, NAMED)}"
        yield Suggestion(name, _expecting(matrix.question, added.tree, aim), catches)
        matrix = after


def _expecting(question: Question, tree: GameTree, aim: str) -> GameTree:
    """The tree with a title, where it is from, and what was computed of it."""
    answers = trusted.compute(tree, (question,))
    answer = answers.questions[question.name][question.conventions[0]]
    leaves = _leaves(tree)
    return replace(
        tree,
        title=f"A tree with {leaves} {'leaf' if leaves == 1 else 'leaves'}",
        source=f"found by adequacy --suggest to {aim}",
        expect=Expectation(
            answers.values[tree.root.label],
            answer.action,
            trusted.pruned_labels(tree, answer) if question.prunes_by_window else None,
        ),
    )
