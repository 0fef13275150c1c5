"""A small game that students write, and what is right of it."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

from autograder.answers.file import grouped_tests
from autograder.kinds import all as assignments
from autograder.kinds.all import KINDS
from autograder.kinds.game.authors import judged_in_process
from autograder.kinds.game.judging import PlayResult
from autograder.kinds.game.question import OF_GAME, PlayAnswers, Walk, load_answers
from autograder.kinds.kind import Onlooker

GAME = "subtraction"
HEAD = f"""questions:
- name: {GAME}
  kind: game
  game: {GAME}
  options: {{pile: 3, take: [1, 2]}}
"""
ALL = f"  points: {{{', '.join(f'{facet}: 1' for facet in OF_GAME)}}}\n"
WHOLE = f"{HEAD}{ALL}  lines: {{all: {{to: 3}}}}\n"
RIGHT = """
def initial_state():
    return 3, "max"

def to_move(state):
    return state[1]

def actions(state):
    return [f"take {n}" for n in (1, 2) if n <= state[0]]

def result(state, action):
    if action not in actions(state):
        raise ValueError(action)
    return state[0] - int(action[-1]), "min" if state[1] == "max" else "max"

def is_terminal(state):
    return state[0] == 0

def utility(state, player):
    return -1 if player == state[1] else 1
"""


def computed(folder: Path, text: str) -> tuple[tuple[Walk, ...], PlayAnswers]:
    """The tests of the one game of an assignment, and their answers."""
    folder.mkdir(exist_ok=True)
    (folder / "assignment.yaml").write_text(text, encoding="utf-8")
    found = assignments.load(folder)
    for path, content in KINDS["game"].answer_files(found, Onlooker()):
        path.parent.mkdir(exist_ok=True)
        path.write_text(content, encoding="utf-8")
    ((_, tests),) = grouped_tests(found, Walk).items()
    return tests, load_answers(found, tests)


def judged(folder: Path, code: str, text: str = WHOLE) -> PlayResult:
    """What comes of a program in the first test, walked in this process."""
    tests, answers = computed(folder, text)
    module = ModuleType(GAME)
    exec(code, vars(module))  # noqa: S102 - our own
    return judged_in_process(module, tests[0], answers)
