"""One's own game is played: what it says is shown, with what is right where told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from autograder.commands.debug import ASK, play_by_hand, told_positions
from tests.playgrading import GAME, HEAD, RIGHT, WHOLE, computed
from tests.small import run

SHOWN = """\
state (3, 'max')
is_terminal False
to_move 'max'
actions
  1  'take 1'
  2  'take 2'

result(state, 'take 2')
state (1, 'max')
is_terminal False
to_move 'max', expected 'min'
actions
  1  'take 1'

result(state, 'take 1')
state (0, 'max')
is_terminal True
utility for max -1
utility for min 1
"""
WRONG = RIGHT.replace('"min" if state[1] == "max" else "max"', "state[1]")


def asking(*texts: str) -> Callable[[str], str]:
    """Who answers so, and then no more."""
    left: Iterator[str] = iter(texts)

    def ask(prompt: str) -> str:
        assert prompt == ASK
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    return ask


def played(folder: Path, code: str, *texts: str, text: str = WHOLE) -> None:
    """Play a game with these actions."""
    tests, answers = computed(folder, text)
    module = ModuleType("own")
    exec(code, vars(module))  # noqa: S102 - our own
    play_by_hand(module, told_positions(answers, tests), asking(*texts))


def test_a_game_is_played_to_its_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Actions are chosen by number or by name; what is wrong has what is right."""
    played(tmp_path, WRONG, "2", "'take 1'")
    assert capsys.readouterr().out == SHOWN


def test_actions_are_held_against_the_right_ones(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Those that are missing, and those that are none."""
    played(tmp_path, RIGHT.replace("(1, 2) if", "(2, 3) if"))
    shown = capsys.readouterr().out
    assert shown.endswith("  missing 'take 1'\n  not legal 'take 3'\n")


def test_of_hidden_lines_nothing_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The game is played all the same."""
    hidden = f"{HEAD}  points: {{actions: 1}}\n  visibility: hidden\n"
    played(tmp_path, WRONG, "2", "1", text=f"{hidden}  lines: {{a: {{to: 3}}}}\n")
    assert "expected" not in capsys.readouterr().out


def test_debug_plays_the_game_of_a_question(tmp_path: Path) -> None:
    """By the question's name; without anybody to choose it ends at once."""
    computed(tmp_path / "trees", WHOLE)
    (tmp_path / "subtraction.py").write_text(RIGHT, encoding="utf-8")
    asked = ("--assignment", tmp_path / "trees")
    done = run("debug", tmp_path, "subtraction", *asked)
    assert done.returncode == 0
    assert done.stdout.startswith(SHOWN.partition("\n\n")[0])


def test_debug_plays_a_7_tuple(tmp_path: Path) -> None:
    """By its parts."""
    text = WHOLE.replace("  options:", "  shape: tuple\n  options:")
    text = text.replace(", unchanged: 1, illegal: 1", "")
    computed(tmp_path / "course", text)
    code = "def game():\n    moves = {1: ['take 1']}\n    step = {(1, 'take 1'): 0}\n"
    code += "    return {1: 'max'}, {0, 1}, 1, moves, step, {0}, {0: (1, -1)}\n"
    (tmp_path / f"{GAME}.py").write_text(code, encoding="utf-8")
    asked = (tmp_path, GAME, "--assignment", tmp_path / "course")
    done = run("debug", *asked)
    assert done.stdout.startswith("state 1\nis_terminal False\nto_move 'max'\n")
