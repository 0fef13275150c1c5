"""Minimax plays on a student's own game: who plays, what is right, what is told.

From a pile of four, one or two taken, MAX wins by taking one: three are lost for who is
to move. Two are won by taking both.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from autograder.errors import FileProblems
from autograder.kinds import all as assignments
from autograder.kinds.game.observing import ABSENT, LARGE
from autograder.kinds.game.question import ACTION, VALUE, reference_player_source
from autograder.kinds.game.words import headline
from autograder.project import REFERENCE
from tests.cases import for_each
from tests.playgrading import GAME, RIGHT, computed, judged
from tests.small import Graded, run

FOUR = RIGHT.replace("return 3,", "return 4,")
TEXT = f"""questions:
- name: played
  kind: game
  module: {GAME}
  game: {GAME}
  options: {{pile: 4, take: [1, 2]}}
  plays: minimax
  points: {{value: 1, action: 1}}
  lines: {{a: {{to: 1}}}}
"""
SEARCH = (REFERENCE / "minimax.py").read_text(encoding="utf-8")


def test_values_and_best_actions_stand_in_the_answers(tmp_path: Path) -> None:
    """By hand."""
    (test,), answers = computed(tmp_path, TEXT)
    at = [answers.positions[line.position] for line in answers.lines_of_test(test)]
    assert [(each.value, each.best) for each in at] == [
        (1, ("take 1",)),
        (1, ("take 1", "take 2")),
        (-1, ("take 2",)),
    ]


@for_each(
    "before, after, told",
    [
        ("", "", "correct"),
        (
            "return -1 if player == state[1] else 1",
            "return 1 if player == state[1] else -1",
            "at the start, minimax on your game finds the value -1; it is 1",
        ),
        (
            "return -1 if player == state[1] else 1",
            "return 0",
            "at the start, minimax on your game finds the value 0; it is 1",
        ),
        ("return state[1]\n", "return 'you'\n", "has to_move say you; expected"),
        ("return -1 if", "return None if", "has utility say None; expected a number"),
        ("state[0] - int(action[-1])", "state[0]", LARGE),
        ("return state[0] == 0", "return 1 / 0", "raised ZeroDivisionError"),
    ],
)
def test_the_reference_plays(
    tmp_path: Path, before: str, after: str, told: str
) -> None:
    """The shortest line behind which it goes wrong is told."""
    result = judged(tmp_path, FOUR.replace(before, after), TEXT)
    assert told in headline(result)
    assert (result.points == 2) == (told == "correct")


def graded(tmp_path: Path, search: str, game: str = FOUR) -> Graded:
    """A grading of a game, with a search of one's own or without."""
    computed(tmp_path / "course", TEXT)
    mine = tmp_path / "mine"
    mine.mkdir(exist_ok=True)
    (mine / f"{GAME}.py").write_text(game, encoding="utf-8")
    (mine / "minimax.py").unlink(missing_ok=True)
    if search:
        (mine / "minimax.py").write_text(search, encoding="utf-8")
    results = tmp_path / "results.json"
    command = ("grade", mine, "--assignment", tmp_path / "course")
    done = run(*command, "--results", results)
    content = json.loads(results.read_bytes())
    return Graded(done.returncode, done.stdout, done.stderr, content)


@for_each(
    "before, after, score, told",
    [
        ("", "", 2, "correct"),
        ("v = min(v, value", "v = max(v, value", 1, "finds the value"),
        ("best = max if", "best = min if", 1, "minimax on your game chooses"),
        ("def min_value", "def min_val", 0, "raised NameError"),
    ],
)
def test_ones_own_search_plays_where_it_is_handed_in(
    tmp_path: Path, before: str, after: str, score: int, told: str
) -> None:
    """In the worker, on the tree of one's own game."""
    done = graded(tmp_path, SEARCH.replace(before, after))
    (test,) = done.results["tests"]
    assert told in test["output"]
    assert test["score"] == score


ODD = FOUR.replace('f"take {n}"', r'f"\ud800\n\0\1\x1b[2J\u202e{n}"').replace(
    "if action not in", "if 'take' not in action and action not in"
)


@for_each("search", [SEARCH, ""])
def test_names_of_actions_are_data(tmp_path: Path, search: str) -> None:
    """No search needs to know what they mean, and no report does what they say."""
    done = graded(tmp_path, search, ODD)
    (test,) = done.results["tests"]
    assert (done.status, test["score"]) == (0, 1)
    name = r"\ud800\n\x00\x01\x1b[2J\u202e1"
    assert f"minimax on your game chooses {name}; best is 'take 1'" in test["output"]


def test_an_action_without_letters_has_a_name(tmp_path: Path) -> None:
    """It is the empty one, and not the label of the state behind it."""
    code = FOUR.replace('f"take {n}"', '""').replace("(1, 2) if n", "(1,) if n")
    code = code.replace("    if action not in actions(state):", "    if 0:")
    code = code.replace("int(action[-1])", "1")
    (test,) = graded(tmp_path, SEARCH, code).results["tests"]
    assert "minimax on your game chooses ; best is 'take 1'" in test["output"]


def test_where_none_is_handed_in_the_reference_plays(tmp_path: Path) -> None:
    """It is there where the reference is."""
    (test,) = graded(tmp_path, "").results["tests"]
    assert test["score"] == 2


def test_where_there_is_neither_it_is_said(tmp_path: Path) -> None:
    """A student's folder has no reference: nothing is lost but on the platform."""
    computed(tmp_path, TEXT)
    found = assignments.load(tmp_path)
    (question,) = found.all_questions()
    assert reference_player_source(found, question).decode() == SEARCH  # type: ignore[arg-type]
    assert "minimax.py" in ABSENT.format("minimax")


def test_a_constant_value_is_refused(tmp_path: Path) -> None:
    """From a pile of three all lines of one action are lost for MAX."""
    with pytest.raises(FileProblems, match="value of these lines is always -1"):
        computed(tmp_path, TEXT.replace("pile: 4", "pile: 3"))


def test_it_has_points_for_nothing_else(tmp_path: Path) -> None:
    """The game itself is another question."""
    with pytest.raises(FileProblems, match="unknown key 'result'"):
        computed(tmp_path, TEXT.replace("value: 1", "result: 1"))
    assert (VALUE, ACTION) == ("value", "action")
