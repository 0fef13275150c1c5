"""The mistakes of a game that students write, made of the reference and its styles."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from autograder.answers.plays import PlayAnswers
from autograder.answers.tables import Mistaken
from autograder.answers.timed import TookTooLong, timed
from autograder.assignment.plays import Rules, Walk
from autograder.assignment.signature import USUAL
from autograder.authoring import misconceptions
from autograder.authoring.misconceptions import Mistake
from autograder.authoring.styles import Style
from autograder.judging.plays import PlayResult, judge, shows
from autograder.observing.outcome import TIMEOUT, Fault, Returned
from autograder.observing.ownsearch import of_reference
from autograder.observing.plays import Guide, PlayObserved, searched
from autograder.project import REFERENCE, STYLES
from autograder.rewriting import program
from autograder.rewriting.program import Program
from autograder.worker.protocol import SIZE
from autograder.worker.submission import Missing, kind_of
from autograder.worker.walking import Talk, walked

STYLE_FOLDER = REFERENCE / STYLES
OPTIONS = "OPTIONS"  # what a right game may say of itself


@dataclass(frozen=True, slots=True)
class MistakenGame:
    """A mistake made in a right game."""

    mistake: Mistake
    style: Style
    program: Program


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


def styles_of(question: Rules) -> tuple[Style, ...]:
    """The reference's game, and right ones in other shapes.

    One may say in OPTIONS with which options it is right: where a question has others,
    it is left out.
    """
    module = question.module
    inside, folder = f"{STYLES}/{module}", STYLE_FOLDER / module
    own = {USUAL: question.places.trusted(f"{module}.py", REFERENCE)}
    paths = {**own, **question.places.every(inside, folder, "*.py")}
    programs = {name: program.read(path) for name, path in paths.items()}
    return tuple(
        _style(name, right, question)
        for name, right in programs.items()
        if _fits(right, question)
    )


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


def _style(name: str, right: Program, question: Rules) -> Style:
    functions = question.written()
    return Style(
        name=name,
        program=right.only(*functions),
        entries=functions,
        search="",
        accepted=True,
        module=question.module,
    )


def made_in(question: Rules) -> Iterator[MistakenGame]:
    """Each mistake in each right game that it fits; ModuleError as of tables.

    A search that plays is asked of the right game alone.
    """
    if question.plays:
        return
    for mistake in misconceptions.of_module(question.module, question.places):
        for style in styles_of(question):
            for wrong in mistake.every_program(style):
                yield MistakenGame(mistake, style, wrong)


def shown_by(
    module: ModuleType, tests: Sequence[Walk], answers: PlayAnswers
) -> Mapping[str, tuple[str, ...]]:
    """What is seen of a program's game, test by test."""
    return {test.about: shows(played(module, test, answers)) for test in tests}


def those_that_show(tests: Sequence[Walk], answers: PlayAnswers) -> Iterator[Mistaken]:
    """The mistakes that show in the tests, once for each way in which they do."""
    known: dict[tuple[str, str], Mistaken] = {}
    for each in made_in(tests[0].question):
        shown = shown_by(each.program.module(each.mistake.name), tests, answers)
        key = each.mistake.name, repr(shown)
        if any(shown.values()) and key not in known:
            mistake = each.mistake
            told = (mistake.title, mistake.family, mistake.text)
            known[key] = Mistaken(mistake.name, *told, shown)
    yield from known.values()


def idle(tests: Sequence[Walk], answers: PlayAnswers) -> tuple[str, ...]:
    """The mistakes that fit the game and show in none of its tests."""
    fitting = dict.fromkeys(each.mistake.name for each in made_in(tests[0].question))
    found = {mistake.name for mistake in answers.mistakes}
    return tuple(name for name in fitting if name not in found)
