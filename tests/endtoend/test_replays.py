"""From a result to its replay: steps, the submission's own side, where it broke off."""

from __future__ import annotations

import json
from math import inf
from pathlib import Path

import pytest

from autograder.assignment.selection import only_selected
from autograder.drawing.replay import Own, Replay, Step
from autograder.grading.grading import Grading
from autograder.kinds import all as assignments
from autograder.kinds.search.replays import replay_of
from autograder.kinds.search.words import expected_text
from autograder.sandbox.sandbox import Sandbox
from autograder.trees.tree import Window
from tests import searched
from tests.small import ROOT, run

SUBMISSIONS = ROOT / "tests" / "submissions"


def replayed(
    submission: str,
    question: str,
    tree: str,
    *,
    records: bool = True,
    unit: str = "",
) -> Replay | None:
    """A test of the default assignment or of a unit, as a page replays it."""
    folder = ROOT / "test_trees" / unit
    assignment = only_selected(assignments.load(folder), question, tree)
    folder = ROOT / submission
    with Sandbox() as box:
        grading = Grading.of(assignment, folder, box)
        grading.records = records
        (case,) = grading.assignment.cases
        result = searched.graded(grading, case)
        return replay_of(
            result,
            searched.searches(grading).sheets.sheet_of(case),
            unfinished=grading.records,
        )


def own(submission: str, question: str, tree: str) -> dict[str, Step]:
    """The submission's steps, by node."""
    found = replayed(f"tests/submissions/{submission}", question, tree)
    assert found is not None
    return {step.label: step for step in found.submission}


def test_a_window_that_is_not_handed_on_departs_from_what_was_known() -> None:
    """Figure 5.2, by hand: min_value forgets α at C, where 3 is known of B."""
    found = own("alpha_beta_window_reset", "alpha_beta", "aima_fig_5_2")
    step = found["C2"]
    assert (step.window, step.v, step.worth) == ((3, 2), 2, 4)
    assert step.own == Own(-inf, 2, 2, 4)
    assert step.differing_fields() == ("alpha",)
    assert found["C"].differing_fields() == ()
    assert step.line is not None
    assert step.line.file == "alpha_beta.py"
    assert "v = min(v, max_value(" in step.line.source


def test_where_a_value_first_goes_wrong() -> None:
    """All leaves are negative, and v starts from 0: E, the first, comes back as 0."""
    found = own("minimax_initial_zero", "minimax", "all_negative")
    wrong = [step for step in found.values() if "returned" in step.differing_fields()]
    assert "E" in {step.label for step in wrong}
    assert found["E"].worth == -12
    assert found["E"].own is not None
    assert found["E"].own.returned == 0
    assert found["A"].own is not None
    assert found["A"].own.returned == 0  # as the grader itself has seen


@pytest.mark.parametrize(
    "submission",
    [
        "correct_fail_hard",
        "correct_strict",
        "correct_negamax_helper",
        "correct_dispatch",
    ],
)
def test_in_what_is_right_nothing_departs(submission: str) -> None:
    """However it is written."""
    folder = SUBMISSIONS / submission
    question = "minimax" if (folder / "minimax.py").is_file() else "alpha_beta"
    found = own(submission, question, "aima_fig_5_2")
    assert [step.label for step in found.values() if step.differing_fields()] == []


def test_a_search_that_broke_off_shows_how_far_it_came() -> None:
    """With the line of the traceback; nothing that it left out was cut."""
    found = replayed("tests/submissions/crash_two_frames_deep", "minimax", "aima*")
    assert found is not None
    assert [step.label for step in found.submission] == ["A", "B", "B1"]
    assert (found.wrong, found.marks.unfinished) == (3, True)
    assert found.line is not None
    assert (found.line.file, found.line.number) == ("minimax.py", 2)
    assert found.line.source == "return total / count"
    assert found.sentence.startswith("raised ZeroDivisionError")


def test_without_a_page_a_search_that_broke_off_has_no_replay() -> None:
    """The terminal and the platform draw what came to an end."""
    crash = "tests/submissions/crash_two_frames_deep"
    assert replayed(crash, "minimax", "aima*", records=False) is None


def test_where_nothing_was_visited_the_tree_is_shown_as_it_is() -> None:
    """Beside an accepted search, on a page alone; the sentence says what to find."""
    stub = ("tests/submissions/stub", "minimax", "aima*")
    found = replayed(*stub)
    assert found is not None
    assert (found.submission, found.marks.visited, found.wrong) == ((), None, None)
    assert [step.label for step in found.accepted[:3]] == ["A", "B", "B1"]
    assert found.sentence == expected_text(3, ("a1",))
    assert replayed(*stub, records=False) is None


def test_the_action_chosen_and_the_best_are_marked() -> None:
    """By the states to which they lead.

    Whoever chooses the worst action chooses a2 or a3 of Figure 5.2; a1 leads to B.
    """
    found = replayed("tests/submissions/minimax_worst_action", "minimax", "aima*")
    assert found is not None
    assert (found.marks.chosen, found.marks.best) == ("C", ("B",))
    right = replayed("reference", "minimax", "aima*")
    assert right is not None
    assert (right.marks.chosen, right.marks.best) == ("B", ("B",))


def test_an_action_that_there_is_not_is_none() -> None:
    """Nothing in the tree can be marked for it."""
    name = "tests/submissions/action_that_does_not_exist"
    question = "minimax" if (ROOT / name / "minimax.py").is_file() else "alpha_beta"
    found = replayed(name, question, "aima*")
    assert found is not None
    assert found.marks.chosen == ""


@pytest.mark.parametrize(
    "own,window,departs",
    [
        (Own(3, 9, 2, 2), (3, 9), ()),
        (Own(3.0, 9 + 1e-12, 2, 3), (3, 9), ()),  # fail-hard: 2 comes back as α
        (Own(-inf, 9, 2, 2), (3, 9), ("alpha",)),
        (Own(3, "None", 2, "None"), (3, 9), ("beta", "returned")),
        (Own(None, None, 5, None), (3, 9), ("v",)),
        (Own(1, 2, None, 4), None, ("returned",)),
        (Own(-inf, 0, 9, 9, comparable=False), (3, 9), ()),
    ],
)
def test_what_departs_from_what_was_known(
    own: Own, window: Window | None, departs: tuple[str, ...]
) -> None:
    """A number that is another, or no number; where nothing is known, nothing does."""
    assert Step("C", window, 2, 2, own).differing_fields() == departs


def test_the_page_of_a_grading_has_what_was_recorded(tmp_path: Path) -> None:
    """And the points are those of a grading without a page."""
    page = tmp_path / "page.html"
    arguments = (SUBMISSIONS / "alpha_beta_no_pruning", "--tree", "aima_fig_5_2")
    plain = run(*arguments, "--no-counterexample")
    paged = run(*arguments, "--no-counterexample", "--page", page)
    assert paged.stdout.partition("Wrote ")[0] == plain.stdout.partition("Or: ")[0]
    text = page.read_text("utf-8")
    assert "v = min(v, max_value(game, s, alpha, beta))" in text
    assert "alpha_beta.py, line 34" in text


def test_a_page_and_the_screen_tell_of_the_same_tree_and_line(tmp_path: Path) -> None:
    """Of the smallest that shows a step, and of the test that ended the loop."""
    page = tmp_path / "page.html"
    folder = SUBMISSIONS / "alpha_beta_cut_on_wrong_bound"
    arguments = (folder, "--question", "alpha_beta", "--no-counterexample")
    plain = run(*arguments)
    paged = run(*arguments, "--page", page)
    assert paged.stdout.partition("Wrote ")[0] == plain.stdout.partition("Or: ")[0]
    assert "On greenwald_example_2" in plain.stdout
    text = page.read_text("utf-8").partition(" data-first")[2]
    assert "greenwald_<wbr>example_<wbr>2" in text.partition("</summary>")[0]
    data = text.partition('<script type="application/json">')[2].partition("<")[0]
    replay = json.loads(data)
    assert replay["lines"][replay["line"]] == [
        "alpha_beta.py, line 22",
        *("if ", "v >= alpha", ":"),
    ]


def test_the_stack_at_each_step_stands_beside_an_accepted_one() -> None:
    """Brown's 2,2-Nim, by hand; one that tests too late still has what was cut."""
    found = replayed(
        "tests/units/stacks/tested_when_pushed",
        "alpha_beta_dfs",
        "brown/nim_2_2",
        unit="stacks",
    )
    assert found is not None
    own = {step.label: " ".join(step.stack or ()) for step in found.submission}
    assert own["A"] == "A"
    assert own["B"] == "A C B"
    assert own["N"] == "A C B F E D J I N"
    assert own["J"] == "A C B F E D J"
    accepted = {step.label: " ".join(step.stack or ()) for step in found.accepted}
    assert accepted == {
        "A": "A",
        "B": "A C B",
        "D": "A C B F E D",
        "I": "A C B F E D J I",
        "N": "A C B F E D J I N",
        "E": "A C B F E",
        "K": "A C B F E K",
        "C": "A C",
        "G": "A C H G",
        "M": "A C H G M",
    }


def test_a_stack_whose_top_is_the_first_of_a_list_is_no_other(tmp_path: Path) -> None:
    """Its bottom comes first, as everybody's does."""
    name = "tests/units/stacks/tested_when_pushed/alpha_beta_dfs.py"
    code = (ROOT / name).read_text("utf-8")
    for old, new in (
        ("stack[-1]", "stack[0]"),
        ("stack.pop()", "stack.pop(0)"),
        ("stack.append(", "stack.insert(0, "),
    ):
        assert old in code
        code = code.replace(old, new)
    (tmp_path / "alpha_beta_dfs.py").write_text(code, "utf-8")
    asked = ("alpha_beta_dfs", "brown/nim_2_2")
    turned = replayed(str(tmp_path), *asked, unit="stacks")
    usual = replayed(str((ROOT / name).parent), *asked, unit="stacks")
    assert turned is not None
    assert usual is not None
    own = [(step.label, step.stack) for step in turned.submission]
    assert own == [(step.label, step.stack) for step in usual.submission]


def test_without_a_stack_of_its_own_none_is_shown() -> None:
    """Recursion has none that could be looked at."""
    found = replayed("reference", "minimax", "aima_fig_5_2")
    assert found is not None
    assert {step.stack for step in (*found.submission, *found.accepted)} == {None}


def test_values_are_those_of_the_viewpoint() -> None:
    """MIN begins; 3600 to MAX is -3600 to MIN, and the accepted search says so, too."""
    found = replayed(
        "tests/units/shapes/signs_forgotten",
        "viewpoint",
        "drawn/min_second_of_three",
        unit="shapes",
    )
    assert found is not None
    known = {step.label: step.worth for step in found.accepted}
    assert (known["A"], known["B"], known["C"], known["K"]) == (
        -3600,
        -6500,
        -3600,
        -3600,
    )
    wrong = {step.label for step in found.submission if step.differing_fields()}
    assert "A" in wrong
    right = replayed(
        "tests/units/shapes/correct_otherwise",
        "viewpoint",
        "drawn/min_second_of_three",
        unit="shapes",
    )
    assert right is not None
    assert not [step for step in right.submission if step.differing_fields()]
