"""Trees and rows that stand elsewhere: in the project's units, or beside the folder."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from autograder.errors import FileProblems
from autograder.kinds.all import dump, load
from autograder.kinds.table.question import TableTest
from tests.small import ROOT

DOCUMENT = (ROOT / "docs" / "mixing.md").read_text(encoding="utf-8")
MIXED = re.search(r"```yaml\n(title: Games, all of it\n.*?)```", DOCUMENT, re.DOTALL)


def course(folder: Path, text: str) -> Path:
    """A folder below another, which has a tree of its own."""
    (folder / "shared").mkdir()
    (folder / "shared" / "small.yaml").write_text("tree: [1, 2]")
    (folder / "course").mkdir()
    (folder / "course" / "assignment.yaml").write_text(text)
    return folder / "course"


def problems(folder: Path) -> list[str]:
    """What is wrong with the assignment, with line and column."""
    with pytest.raises(FileProblems) as caught:
        load(folder)
    return [f"{p.line}:{p.column}: {p.message}" for p in caught.value.problems]


def test_the_mixed_assignment_of_the_document(tmp_path: Path) -> None:
    """Twelve lines: 30 minimax, 40 alpha-beta, 20 expectimax, 10 estimates."""
    assert MIXED is not None
    assert len(MIXED[1].splitlines()) == 12
    assignment = load(course(tmp_path, MIXED[1]))
    earned = dict.fromkeys((q.name for q in assignment.all_questions()), 0.0)
    for test in assignment.tests:
        earned[test.question.name] += test.points.max_points
    assert {name: round(most, 2) for name, most in earned.items()} == {
        "minimax": 30,
        "alpha_beta": 40,
        "expectimax": 20,
        "evaluate": 10,
    }
    names = {
        name: {c.tree_name for c in assignment.cases if c.question.name == name}
        for name in earned
    }
    deep = {name for name in names["alpha_beta"] if name.startswith("mistakes/deep")}
    assert deep
    assert names["minimax"] == names["alpha_beta"] - deep
    assert "chance/expectimax/two_draws" in names["expectimax"]
    trees = ROOT / "test_trees" / "chance" / "expectimax"
    file = assignment.file_of("chance/expectimax/two_draws")
    assert file == trees / "two_draws.yaml"


def test_rows_of_a_unit_are_those_of_its_question(tmp_path: Path) -> None:
    """In its groups, with its module; the points are the assignment's own."""
    asked = (
        "{name: mine, kind: table, points: {result: 2}, rows: unit:estimates/evaluate}"
    )
    mine = load(course(tmp_path, f"questions:\n- {asked}\n"))
    theirs = load(ROOT / "test_trees" / "estimates")
    rows = {t.about: t.rows for t in mine.tests if isinstance(t, TableTest)}
    assert rows == {
        t.about: t.rows
        for t in theirs.tests
        if isinstance(t, TableTest) and t.question.name == "evaluate"
    }
    question = mine.tests[0].question
    assert (question.name, question.module, question.functions_to_write()) == (
        *("mine", "estimates"),
        ("evaluate",),
    )
    assert {t.points.max_points for t in mine.tests} == {2}


@pytest.mark.parametrize("rows", ["unit:none/x", "unit:estimates/x", "unit:../a/x"])
def test_rows_that_no_unit_has(tmp_path: Path, rows: str) -> None:
    """What may stand there is said, and which questions the unit has."""
    text = (
        f"questions:\n- {{name: f, kind: table, points: {{result: 1}}, rows: {rows}}}"
    )
    (problem,) = problems(course(tmp_path, text))
    told = f"2:53: {rows}: expected the rows of a unit's question, unit:UNIT/QUESTION"
    assert problem.startswith(told)
    assert ("estimates has evaluate" in problem) == ("estimates" in rows)


def test_a_tree_beside_the_folder(tmp_path: Path) -> None:
    """It goes by its path, without what leads out of the folder."""
    text = "questions: [{name: minimax, points: {value: 1}, trees: [../shared/*.yaml]}]"
    folder = course(tmp_path, text)
    assignment = load(folder)
    (case,) = assignment.cases
    assert case.tree_name == "shared/small"
    file = assignment.file_of("shared/small")
    assert file.resolve() == tmp_path / "shared" / "small.yaml"
    assert "trees:\n  - shared/small.yaml" in dump(assignment)  # as the zips have it


def test_two_trees_of_one_name(tmp_path: Path) -> None:
    """Nobody could tell them apart in a report."""
    trees = "[../shared/*.yaml, shared/*.yaml]"
    text = f"questions:\n- {{name: minimax, points: {{value: 1}}, trees: {trees}}}"
    folder = course(tmp_path, text)
    (folder / "shared").mkdir()
    (folder / "shared" / "small.yaml").write_text("tree: [3, 4]")
    (problem,) = problems(folder)
    assert problem.startswith("2:65: two trees have one name, shared/small: ")


def test_trees_are_left_out_wherever_the_pattern_stands(tmp_path: Path) -> None:
    """First or last: it holds for the whole list."""
    some = "'unit:nim/*.yaml', 'unit:lectures/aima*'"
    for trees in (f"['!nim/*', {some}]", f"[{some}, '!unit:nim/*']"):
        (tmp_path / "assignment.yaml").write_text(
            f"questions: [{{name: minimax, points: {{value: 1}}, trees: {trees}}}]"
        )
        names = load(tmp_path).trees()
        assert names
        assert {name.partition("/")[0] for name in names} == {"lectures"}
