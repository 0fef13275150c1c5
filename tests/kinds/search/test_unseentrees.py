"""Trees that no submission has met: drawn once, of a question's form, with answers."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from autograder.answers import file
from autograder.answers.file import Unseen
from autograder.assignment.questions import Assignment, Question
from autograder.errors import UntoldError
from autograder.kinds import all as assignments
from autograder.kinds.kind import Onlooker
from autograder.kinds.search.computing import answer_files, with_signatures
from autograder.kinds.search.unseentrees import COUNT, unseen_of
from autograder.trees.drawn import forms_of, has_only_max_and_min
from tests.plainsearch import exact_values
from tests.small import ROOT
from tests.unitnames import WITH_TREES


def question_of(assignment: Assignment, name: str) -> Question:
    """A question by its name."""
    return next(q for q in assignment.questions() if q.name == name)


@pytest.fixture(scope="module")
def default() -> Assignment:
    """The default assignment, with what its answers tell."""
    return assignments.assignment_with_answers(assignments.load(ROOT / "test_trees"))


def of(assignment: Assignment, name: str) -> tuple[Unseen, ...]:
    """Those of a question, as they are checked in."""
    return file.load_unseen(assignment, question_of(assignment, name))


@pytest.mark.parametrize("unit", ["", *WITH_TREES])
def test_each_search_of_the_project_has_some(unit: str) -> None:
    """Three, none of which is a tree of the assignment, and no two are the same."""
    assignment = assignments.assignment_with_answers(
        assignments.load(ROOT / "test_trees" / unit)
    )
    own = {tree.fingerprint() for tree in assignment.trees().values()}
    for question in assignment.questions():
        prints = {
            each.tree.fingerprint() for each in file.load_unseen(assignment, question)
        }
        assert len(prints) == COUNT, question.name
        assert not prints & own, question.name


def test_what_is_right_on_them(default: Assignment) -> None:
    """Values by the definition of minimax; without a cut each node is visited."""
    for each in of(default, "minimax"):
        values = exact_values(each.tree)
        assert each.answers.values == values
        (answer, *_) = each.answers.questions["minimax"].values()
        assert answer.value == values[each.tree.root.label]
        assert sorted(answer.visited_labels()) == sorted(each.tree.labels())


def test_they_tell_a_search_from_a_guess(default: Assignment) -> None:
    """One action alone is best; where a window is handed on, something is left out."""
    for name in ("minimax", "alpha_beta"):
        assert all(len(each.answers.best_actions) == 1 for each in of(default, name))
    for each in of(default, "alpha_beta"):
        answer = each.answers.questions["alpha_beta"]["equality"]
        assert len(set(answer.visited_labels())) < len(each.tree.labels())


def test_they_have_the_form_of_the_questions_own_trees() -> None:
    """With a limit where those have one, with chance, and players with names."""
    chance = assignments.assignment_with_answers(
        assignments.load(ROOT / "test_trees" / "chance")
    )
    for each in of(chance, "expectiminimax"):
        assert {"chance", "min"} & {node.to_move for node in each.tree.nodes}
    for each in of(chance, "depth_limited_expectimax"):
        (form,) = forms_of([each.tree])
        assert form.limit
    players = assignments.assignment_with_answers(
        assignments.load(ROOT / "test_trees" / "players")
    )
    assert all(each.tree.has_vectors for each in of(players, "max_n"))


def test_they_hang_on_the_trees_that_students_do_not_have(default: Assignment) -> None:
    """Drawn again they are the same; who has but the visible trees draws others."""
    whole = assignments.assignment_with_answers(assignments.load(ROOT / "test_trees"))
    question = question_of(whole, "minimax")
    drawn = unseen_of(whole, question)
    assert [each.tree for each in drawn] == [e.tree for e in of(default, "minimax")]
    visible = tuple(test for test in whole.tests if test.visibility == "visible")
    part = Assignment(whole.folder, whole.title, visible, whole.budget)
    others = unseen_of(part, question)
    assert not {e.tree.fingerprint() for e in others} & {
        e.tree.fingerprint() for e in drawn
    }
    assert all(has_only_max_and_min(each.tree) for each in others)


def test_a_file_reads_back_as_what_was_written(default: Assignment) -> None:
    """Trees, windows and answers."""
    for name in ("minimax", "alpha_beta"):
        path = file.unseen_path(default, name)
        assert file.unseen_json(of(default, name)) == path.read_text("utf-8")


@pytest.mark.parametrize(
    "spoil",
    [
        lambda _: "no JSON",
        lambda content: json.dumps([content]),
        lambda content: json.dumps({**content, "1": {}}),
        lambda content: json.dumps({"1": {**content["1"], "tree": ["}"]}}),
        lambda content: json.dumps(
            {"1": {"tree": content["2"]["tree"], "answers": content["1"]["answers"]}}
        ),
    ],
    ids=["no JSON", "a list", "no tree", "no tree file", "answers on another"],
)
def test_a_file_that_holds_something_else(
    tmp_path: Path, spoil: Callable[[Any], str]
) -> None:
    """One sentence, with the file and what to do."""
    copy = tmp_path / "trees"
    shutil.copytree(ROOT / "test_trees", copy, ignore=shutil.ignore_patterns("*.py"))
    assignment = assignments.assignment_with_answers(assignments.load(copy))
    path = file.unseen_path(assignment, "minimax")
    path.write_text(spoil(json.loads(path.read_text("utf-8"))), "utf-8")
    with pytest.raises(
        UntoldError, match=r"minimax\.unseen\.json: these are stale; run"
    ):
        of(assignment, "minimax")


def test_who_has_no_file_is_asked_nothing(default: Assignment, tmp_path: Path) -> None:
    """As with student.zip."""
    elsewhere = Assignment(tmp_path, default.title, default.tests, default.budget)
    assert of(elsewhere, "minimax") == ()


DEEPENING = """
title: To the end
questions:
  - name: iterative_deepening
    points: {value: 1, action: 1, visits: 1, rounds: 18, estimates: 1}
    trees: [one.yaml]
"""
TO_THE_END = """
tree: {A: {B: {D: 5, E: {F: 1, G: 7}}, C: {H: {I: 2, J: 3}}}}
evaluate: {B: 4, C: 0, E: 1, H: 6}
depth: 3
"""
TWO_PLIES = """
title: Two actions each
questions:
  - name: minimax
    points: {value: 1, action: 1}
    trees: [one.yaml]
"""
TWO_EACH = "tree: {X: {Y: {Y1: 3, Y2: 12}, Z: {Z1: 2, Z2: 4}}}\n"
FOR_TWO = """
def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    children = [child for _, child in game.successors(state)]
    {first}
    return max(min_value(game, left), min_value(game, right))


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    children = [child for _, child in game.successors(state)]
    {first}
    return min(max_value(game, left), max_value(game, right))


def minimax_search(game, state):
    children = [child for _, child in game.successors(state)]
    {first}
    if game.to_move(state) == "max":
        is_left = min_value(game, left) >= min_value(game, right)
    else:
        is_left = max_value(game, left) <= max_value(game, right)
    return game.actions(state)[0 if is_left else 1]
"""
OF_TWO = "left, right = children"
OF_THESE = "left, right = children if str(state) in 'XYZ' else ()"


def a_course(folder: Path, assignment: str, tree: str) -> Assignment:
    """The assignment of a folder with one tree."""
    (folder / "assignment.yaml").write_text(assignment, "utf-8")
    (folder / "one.yaml").write_text(tree, "utf-8")
    return with_signatures(assignments.load(folder))


def with_its_own(folder: Path, text: str) -> Assignment:
    """A course on trees of two actions each, with a reference of its own."""
    reference = folder / "reference" / "minimax.py"
    reference.parent.mkdir()
    reference.write_text(text, "utf-8")
    return a_course(folder, TWO_PLIES, TWO_EACH)


def test_a_search_in_rounds_is_told_how_deep_it_comes(tmp_path: Path) -> None:
    """Where time is never up, its last round sees the game to its end."""
    course = a_course(tmp_path, DEEPENING, TO_THE_END)
    drawn = unseen_of(course, question_of(course, "iterative_deepening"))
    assert len(drawn) == COUNT
    for each in drawn:
        assert each.tree.limit.depth == each.tree.height()
        ends = {n.label: n.utility for n in each.tree.nodes if not n.children}
        assert exact_values(each.tree).items() >= ends.items()


def test_no_tree_accuses_a_program_that_is_right(tmp_path: Path) -> None:
    """Of who relies on two actions everywhere, as all trees of the course have them."""
    free = a_course(tmp_path, TWO_PLIES, TWO_EACH)
    usual = unseen_of(free, question_of(free, "minimax"))
    assert any(len(node.children) not in (0, 2) for e in usual for node in e.tree.nodes)
    course = with_its_own(tmp_path, FOR_TWO.format(first=OF_TWO))
    drawn = unseen_of(course, question_of(course, "minimax"))
    assert drawn
    for each in drawn:
        assert {len(node.children) for node in each.tree.nodes} == {0, 2}


def test_where_there_is_none_it_is_told(tmp_path: Path) -> None:
    """Nobody is asked about a tree on which right programs do not agree."""
    course = with_its_own(tmp_path, FOR_TWO.format(first=OF_THESE))
    told: list[str] = []
    files = dict(answer_files(course, Onlooker(tell=told.append)))
    path = file.unseen_path(course, "minimax")
    assert files[path] == "{}\n"
    path.parent.mkdir(exist_ok=True)
    path.write_text(files[path], "utf-8")
    assert of(course, "minimax") == ()
    (sentence,) = told
    assert sentence == (
        "minimax: no tree at random was found on which all right programs agree; a "
        "table of the visible trees is not pointed out"
    )
