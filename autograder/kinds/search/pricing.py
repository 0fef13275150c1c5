"""What mistakes of a search have wrong, facet by facet, where they are graded.

All is run in this process, functions alone too: what is found is what a grading of the
same program finds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from typing import Any

from autograder.answers.board import AskingGame, TookTooLong, result_in_time
from autograder.answers.file import Answers
from autograder.answers.program import Program
from autograder.assignment.questions import Assignment, Case, Question
from autograder.assignment.signature import json_arguments
from autograder.authoring.misconceptions import Mistake, Right, all_misconceptions
from autograder.authoring.prices import Losses, Row
from autograder.game import State, Value
from autograder.judging.verdicts import Verdict, is_worth_calling
from autograder.kinds.search.alone import requests_alone
from autograder.kinds.search.computing import with_signatures
from autograder.kinds.search.judging import is_right, judge
from autograder.kinds.search.matrix import Bench, outcome_of_call, reference_answers
from autograder.kinds.search.signatures import Sheet
from autograder.kinds.search.trusted import program_of
from autograder.observing import observation
from autograder.observing.outcome import TIMEOUT, Fault, Outcome
from autograder.sandbox.oracle import Oracle
from autograder.trees.tree import GameTree, deep_recursion
from autograder.worker import protocol
from autograder.worker.serve import Window
from autograder.worker.standin import StandIn
from autograder.worker.watching import Ordering

NOT_THERE, LATE = Fault("no_function"), Fault(TIMEOUT)
SECONDS = 20.0  # for the functions alone of one program on all trees


def losses(assignment: Assignment) -> Iterator[Losses]:
    """What each mistake has wrong, made in each right way that a question accepts.

    Products of these ways are left out. Raises AssignmentError without a reference.
    """
    for each in assignment.questions():
        cases = tuple(c for c in assignment.cases if c.question.name == each.name)
        part = with_signatures(replace(assignment, tests=cases))
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
    return _observation(request, oracle, outcome)


def _observation(
    request: observation.CallRequest, oracle: Oracle, outcome: Outcome
) -> observation.Observation:
    labels, record = oracle.tree.labels(), oracle.record
    visited, estimated, peeked = (
        tuple(labels[index] for index in found)
        for found in (record.visited, record.estimated, record.peeked)
    )
    return observation.Observation(
        function=request.function,
        signature=request.call_text,
        outcome=outcome,
        visited=visited,
        standin_calls=tuple(oracle.standin_calls),
        estimated=estimated,
        peeked=peeked,
    )
