"""A search by playouts in an assignment: its keys, and what is wrong with them."""

from __future__ import annotations

from pathlib import Path

from autograder.errors import FileProblems
from autograder.kinds import all as assignments
from autograder.kinds.playouts.question import PlayoutQuestion, PlayoutTest
from tests.cases import for_each

TREE = "iterations: 5\ntree: [[1, 2], 3]\n"
HEAD = "questions:\n- name: mcts\n  kind: playouts\n"
REST = "  points: {playouts: 2, all_playouts: 1, action: 1}\n  trees: [one.yaml]\n"


def loaded(folder: Path, text: str) -> list[str]:
    """What is wrong with the file; [] where it can be loaded."""
    (folder / "one.yaml").write_text(TREE, "utf-8")
    (folder / "assignment.yaml").write_text(text, "utf-8")
    try:
        assignments.load(folder)
    except FileProblems as fault:
        return [f"{p.line}:{p.column}: {p.message}" for p in fault.problems]
    return []


def test_the_keys_of_a_question(tmp_path: Path) -> None:
    """The module is named as the question, the function `mcts_search`."""
    assert loaded(tmp_path, HEAD + "  states: nodes\n" + REST) == []
    (test,) = assignments.load(tmp_path).tests
    assert isinstance(test, PlayoutTest)
    question = test.question
    assert (question.module, question.search) == ("mcts", "mcts_search")
    assert question.has_distinct_states
    assert test.size == 5
    assert test.points.max_points == 4


def test_it_is_written_as_it_was_read(tmp_path: Path) -> None:
    """With another function's name, and limits."""
    text = f"{HEAD}  search: uct\n  limits: {{seconds: 1}}\n{REST}"
    assert loaded(tmp_path, text) == []
    first = assignments.load(tmp_path)
    written = assignments.dump(first)
    assert loaded(tmp_path, written) == []
    assert assignments.load(tmp_path).tests == first.tests
    assert isinstance(first.tests[0].question, PlayoutQuestion)
    assert not first.tests[0].question.has_distinct_states


@for_each(
    "text, told",
    [
        (HEAD + REST.replace("action", "visits"), "4:42: unknown key 'visits'"),
        (HEAD + "  states: all\n" + REST, "4:11: expected positions or nodes"),
        (HEAD + "  entry: v\n" + REST, "4:3: `entry` is a key of `kind: search`"),
        (HEAD + REST.replace("[one.yaml]", "[]"), "5:10: expected at least one tree"),
        (HEAD + REST.replace("one.yaml", "one.yaml, one.yaml"), "5:21: mcts asks one"),
    ],
)
def test_what_is_wrong_with_a_question(tmp_path: Path, text: str, told: str) -> None:
    """With line and column."""
    assert loaded(tmp_path, text)[0].startswith(told)
