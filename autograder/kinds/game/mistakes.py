"""The mistakes of a game that students write, made of the reference."""

from __future__ import annotations

import ast
import json
from collections.abc import Sequence
from functools import cache
from types import ModuleType
from typing import Any

from autograder.answers.timed import TookTooLong, timed
from autograder.authoring import misconceptions
from autograder.authoring.caught import Caught
from autograder.authoring.caught import caught as caught_by
from autograder.authoring.misconceptions import Right
from autograder.kinds.game.answers import PlayAnswers
from autograder.kinds.game.judging import PlayResult, judge
from autograder.kinds.game.observing import Guide, PlayObserved, searched
from autograder.kinds.game.ownsearch import of_reference
from autograder.kinds.game.question import NORMAL_PLAY, Rules, Walk
from autograder.observing.outcome import TIMEOUT, Fault, Returned
from autograder.project import REFERENCE
from autograder.rewriting import program
from autograder.rewriting.program import Program
from autograder.worker.protocol import SIZE
from autograder.worker.submission import Missing, kind_of
from autograder.worker.walking import Talk, walked

OPTIONS = "OPTIONS"  # what a right game may say of itself


class _Here(Talk):
    """A talk with a guide in this process."""

    def __init__(self, guide: Guide) -> None:
        super().__init__(-1, -1)
        self._guide, self._reply = guide, b""

    def orders(self) -> list[list[Any]]:
        """What the guide says."""
        found: list[list[Any]] = json.loads(self._reply[SIZE.size :])["orders"]
        return found

    def answer(self, answer: Any) -> None:
        """Tell the guide."""
        self._reply = self._guide.step(json.loads(json.dumps(answer))) or self._reply


def played(module: ModuleType, test: Walk, answers: PlayAnswers) -> PlayResult:
    """The result of a trusted program's game in a test, walked in this process."""
    guide = Guide(test, answers)
    seven = test.question.is_tuple
    ended: Returned | Fault = Returned("none")
    try:
        timed(
            test.question.limits.wall_seconds,
            lambda: walked(_Here(guide), module, _described, seven=seven),
        )
    except TookTooLong:
        ended = Fault(TIMEOUT)
    lines = tuple([guide.seen[number] for number in sorted(guide.seen)])
    question = test.question
    if question.plays:
        path = question.places.trusted(f"{question.plays}.py", REFERENCE)
        searched(lines, of_reference(path.read_text(encoding="utf-8")))
    return judge(test, answers, PlayObserved(lines, ended, guide.doing))


def _described(error: BaseException) -> dict[str, Any]:
    missing = error if isinstance(error, Missing) else None
    return {
        "kind": missing.kind if missing else kind_of(error),
        "stage": "call",
        "type": type(error).__name__,
        "message": str(missing) if missing else "",
        "near": [*missing.near] if missing else [],
        "frames": [],
    }


def right_of(question: Rules) -> Right | None:
    """The reference's game; None where there is none with these options.

    One may say in OPTIONS with which options it is right. The project has some where
    the last move wins, too.
    """
    module = f"{question.module}.py"
    paths = (
        question.places.trusted(module, REFERENCE),
        REFERENCE / NORMAL_PLAY / module,
    )
    programs = (program.read(path) for path in paths if path.is_file())
    right = next((each for each in programs if _fits(each, question)), None)
    if right is None:
        return None
    functions = question.written()
    return Right(right.only(*functions), functions, "", question.module)


def _fits(right: Program, question: Rules) -> bool:
    """Whether a program is right with the options of a question."""
    said = (
        statement.value
        for statement in right.prelude
        if isinstance(statement, ast.Assign)
        if [ast.unparse(target) for target in statement.targets] == [OPTIONS]
    )
    try:
        wanted = dict[str, Any](ast.literal_eval(next(said, ast.Dict([], []))))
    except (ValueError, TypeError):  # a course's own, which means something else by it
        return True
    return all(question.option(name) == value for name, value in wanted.items())


def caught(tests: Sequence[Walk], answers: PlayAnswers) -> tuple[Caught, ...]:
    """The mistakes of a game, and the tests that catch them; ModuleError as of tables.

    A search that plays is asked of the right game alone.
    """
    question = tests[0].question
    right = None if question.plays else right_of(question)
    if right is None:
        return ()
    mistakes = misconceptions.of_module(question.module, question.places)

    @cache
    def results(wrong: Program) -> tuple[PlayResult, ...]:
        module = wrong.module(question.module)
        return tuple([played(module, test, answers) for test in tests])

    return tuple(caught_by((right,), mistakes, results))
