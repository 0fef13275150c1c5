"""What students hand in: right, or with one known mistake; now and then worse."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import yaml

from autograder.answers import program
from autograder.assignment.questions import Assignment, Question
from autograder.authoring import misconceptions
from autograder.authoring.misconceptions import Right
from autograder.kinds.search.computing import with_signatures
from autograder.kinds.search.matrix import accepted_programs
from benchmarks.measuring import ROOT

BROKEN, HOSTILE = ROOT / "tests" / "submissions", ROOT / "tests" / "hostile"
TEMPLATE = ROOT / "student_template"
DECLARED = "expected.yaml"  # what the tests expect of a submission
RIGHT, ENDLESS = "correct_", "endless_"
OF_A_HUNDRED = {
    "own": 80,
    "equal": 6,
    "broken": 8,
    "endless": 2,
    "hostile": 2,
    "template": 2,
}
SKILL = (3.0, 1.6)  # of a beta distribution: how likely one's answer is right
PLAIN = 0.6  # of the right ones, as the reference is written
FORGOTTEN = 0.02  # of the modules
TRIES = 50  # until a mistake fits a program

Thing = TypeVar("Thing")


@dataclass(frozen=True, slots=True)
class Homework:
    """The files of one submission, and what they are made of."""

    files: Mapping[str, bytes]
    what: str


class Desk:
    """Where homework for an assignment is written; the same dice write the same."""

    def __init__(self, assignment: Assignment, dice: random.Random) -> None:
        questions = with_signatures(assignment).questions()
        self._dice = dice
        self._questions = {each.module: each for each in questions}
        self._shapes = {q.module: self._shuffled(shapes_of(q)) for q in questions}
        self._mistakes = self._shuffled(misconceptions.all_misconceptions())
        self._before: list[Homework] = []
        self._ways: Mapping[str, Callable[[], Homework]] = {
            "own": self._own,
            "equal": lambda: dice.choice(self._before or [self._own()]),
            "broken": lambda: folder(dice.choice([*broken()])),
            "endless": lambda: folder(dice.choice([*broken(ENDLESS)])),
            "hostile": lambda: hostile(dice.choice([*programs()])),
            "template": lambda: folder(TEMPLATE),
        }

    def written(self) -> Homework:
        """The next one."""
        (way,) = self._dice.choices([*OF_A_HUNDRED], [*OF_A_HUNDRED.values()])
        made = self._ways[way]()
        self._before.append(made)
        return made

    def _own(self) -> Homework:
        """An answer to each question, by somebody who is more or less good at it."""
        skill = self._dice.betavariate(*SKILL)
        files, whats = {}, []
        head = f"# My homework, number {len(self._before) + 1}."  # no two are equal
        for module, question in self._questions.items():
            text, what = self._answer(question, skill)
            whats.append(f"{module}: {what}")
            if text:
                files[f"{module}.py"] = f"{head}\n\n{text}".encode()
        return Homework(files or folder(TEMPLATE).files, "; ".join(whats))

    def _answer(self, question: Question, skill: float) -> tuple[str, str]:
        """The text of a module, and what it is."""
        shapes = self._shapes[question.module]
        if self._dice.random() < FORGOTTEN:
            return "", "forgotten"
        if self._dice.random() < skill:
            plain = self._dice.random() < PLAIN
            right = accepted_programs(question)[0] if plain else self._common(shapes)
            return right.program.text(), "right"
        for _ in range(TRIES):
            mistake, right = self._common(self._mistakes), self._common(shapes)
            wrong = next(mistake.programs(right), None)
            if wrong is not None:
                return wrong.text(), mistake.name
        return "", "forgotten"

    def _shuffled(self, found: Sequence[Thing]) -> list[Thing]:
        return self._dice.sample(found, len(found))

    def _common(self, found: Sequence[Thing]) -> Thing:
        """One of them, the earlier the likelier: in a class a few are common."""
        weights = [1 / (place + 1) for place in range(len(found))]
        return self._dice.choices(found, weights)[0]


def shapes_of(question: Question) -> tuple[Right, ...]:
    """Right programs: what is accepted, and those of tests/programs."""
    called = question.entry_functions, question.search, question.module
    shapes = [*accepted_programs(question)]
    for about in sorted((ROOT / "tests" / "programs").glob("*/*/program.yaml")):
        module = about.parent / f"{question.module}.py"
        content = yaml.safe_load(about.read_text(encoding="utf-8"))
        is_its_own = content["question"] == question.name and module.exists()
        if is_its_own and not content.get("faulty"):
            shapes.append(Right(program.read(module), *called))
    return tuple(shapes)


def folder(path: Path) -> Homework:
    """What lies in a folder."""
    files = {
        str(each.relative_to(path)): each.read_bytes()
        for each in sorted(path.rglob("*"))
        if each.is_file() and each.name != DECLARED and each.suffix != ".pyc"
    }
    return Homework(files, path.name)


def broken(beginning: str = "") -> Iterator[Path]:
    """The folders of what goes wrong in one of many ways."""
    for path in sorted(BROKEN.glob(f"{beginning}*")):
        if not path.name.startswith(RIGHT) and path.joinpath(DECLARED).exists():
            yield path


def programs() -> Iterator[Path]:
    """The hostile programs."""
    yield from sorted(HOSTILE.glob("*.py"))


def hostile(path: Path) -> Homework:
    """A hostile program, as the module whose search it has."""
    text = path.read_bytes()
    module = "alpha_beta" if b"alpha_beta_search" in text else "minimax"
    return Homework({f"{module}.py": text}, f"hostile: {path.stem}")
