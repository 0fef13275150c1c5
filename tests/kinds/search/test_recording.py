"""What a submission says of its own calls: shown as its own word, and worth nothing."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from pathlib import Path
from typing import Any

import pytest

from autograder.assignment.selection import only_selected
from autograder.grading.grading import Grading
from autograder.kinds import all as assignments
from autograder.kinds.search.judging import CaseResult
from autograder.kinds.search.observing import HandedOn, Recording
from autograder.kinds.search.observing import decode_record as decode
from autograder.observing.bench import Budget
from autograder.sandbox import forms
from autograder.sandbox.oracle import Oracle
from autograder.sandbox.sandbox import Sandbox
from tests import searched
from tests.asking import earned_by
from tests.plainsearch import tree_of
from tests.small import ROOT, make_assignment

ASSIGNMENT = """\
title: Small
questions:
  - name: alpha_beta
    arguments: [alpha, beta]
    conventions: [equality, strict, fail_hard]
    accept: [equality, strict, fail_hard]
    points: {value: 1, action: 1, visits: 1, max_value: 2, min_value: 4}
    trees: ["*.yaml"]
"""
RIGHT = (ROOT / "reference" / "alpha_beta.py").read_text("utf-8")
NO_PRUNING = ROOT / "tests" / "submissions" / "alpha_beta_no_pruning" / "alpha_beta.py"
HELPER = """
from math import inf

def alpha_beta_search(game, state):
    return max(game.actions(state), key=lambda a: min_value(
        game, game.result(state, a), -inf, inf))

def max_value(game, state, lo, hi):
    return search(game, state, lo, hi, True)

def min_value(game, state, lo, hi):
    return search(game, state, lo, hi, False)

def search(game, state, alpha, beta, is_max):
    if game.is_terminal(state):
        return game.utility(state)
    best = -inf if is_max else inf
    for action, child in game.successors(state):
        value = search(game, child, alpha, beta, not is_max)
        best = max(best, value) if is_max else min(best, value)
    return best
"""
LIAR = (
    RIGHT
    + """
honest = min_value
import sys

def min_value(game, state, alpha, beta):
    if hasattr(globals()["max_value"], "__wrapped__"):
        game.successors(state)
        return 99
    return honest(game, state, alpha, beta) - 1
"""
)


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    """One for all, as long as each grading has a folder of its own."""
    with Sandbox() as shared:
        yield shared


@pytest.fixture(scope="module")
def trees(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An assignment on Figure 5.2."""
    return make_assignment(tmp_path_factory.mktemp("small"), {}, ASSIGNMENT)


def graded(trees: Path, code: str, folder: Path, *, records: bool = True) -> CaseResult:
    """What the only test of the assignment comes to."""
    submission = folder / f"submission_{records}"
    submission.mkdir()
    (submission / "alpha_beta.py").write_text(code, "utf-8")
    with Sandbox() as box:
        grading = Grading.of(assignments.load(trees), submission, box)
        grading.records = records
        (case,) = grading.assignment.cases
        return searched.graded(grading, case)


def recorded(trees: Path, code: str, folder: Path) -> Recording:
    """What it says of itself."""
    found = graded(trees, code, folder).recording
    assert found is not None
    return found


def test_each_state_has_the_window_that_it_was_searched_in(
    trees: Path, tmp_path: Path
) -> None:
    """Alpha-beta without a cut, by hand: C's 4 is searched in (3, 2), v is 2 then."""
    found = recorded(trees, NO_PRUNING.read_text("utf-8"), tmp_path)
    assert "".join(found.calls) == "BEFGCHIJDKLM"
    call = found.calls["I"]
    assert (call.alpha, call.beta, call.v, call.returned) == (3, 2, 2, 4)
    assert call.place is not None
    assert (call.place.file, call.place.line) == ("alpha_beta.py", 34)
    assert call.place.source == "v = min(v, max_value(game, s, alpha, beta))"
    root = found.calls["B"]
    assert (root.alpha, root.beta, root.v, root.returned) == (-inf, inf, -inf, 3)
    assert found.asked_at["A"].source == "if game.is_terminal(state):"


def test_a_helper_behind_the_functions_is_heard(trees: Path, tmp_path: Path) -> None:
    """By its own parameters; what it should be handed is not known."""
    found = recorded(trees, HELPER, tmp_path)
    assert not any(call.is_entry for call in found.calls.values())
    call = found.calls["F"]
    assert (call.alpha, call.beta, call.v, call.returned) == (-inf, inf, 3, 12)


def test_nothing_is_told_where_no_page_wants_it(trees: Path, tmp_path: Path) -> None:
    """There is no run for it."""
    assert graded(trees, RIGHT, tmp_path, records=False).recording is None


def test_a_run_that_goes_otherwise_is_not_told(trees: Path, tmp_path: Path) -> None:
    """Who sees that calls are taken down, and then does better, gains nothing."""
    found, uncounted = (
        graded(trees, LIAR, tmp_path, records=records) for records in (True, False)
    )
    assert found.recording is None
    assert earned_by(found) == earned_by(uncounted)
    assert found.points < 9


def test_recordings_have_a_time_of_their_own(
    trees: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When that is used up, there are none."""
    monkeypatch.setattr(Budget, "left_for", lambda *_: 0.0)
    assert graded(trees, RIGHT, tmp_path).recording is None


TREE = tree_of({"A": {"B": {"D": 3, "E": 0.5}, "C": 2}})


def test_an_outcome_of_chance_has_no_best_so_far() -> None:
    """What is called `best` there is the largest of all utilities, say."""
    unit = assignments.load(ROOT / "test_trees" / "chance")
    asked = only_selected(unit, "star1", "cs188_with_bounds")
    program = ROOT / "tests" / "programs" / "other_schools" / "lou_rest_without_weight"
    with Sandbox() as box:
        grading = Grading.of(asked, program, box)
        grading.records = True
        (case,) = grading.assignment.cases
        found = searched.graded(grading, case).recording
    assert found is not None
    assert (found.calls["C"].v, found.calls["C2"].v) == (8, None)


def decoded(folder: Path, **changed: Any) -> Recording:
    """What becomes of a worker's words on the root of a small tree."""
    (folder / "search.py").write_text("first\n  second\t<b>\x1b[1m\n", "utf-8")
    oracle = Oracle(TREE)
    row = [True, oracle.root, 1, 2.5, None, 0, 2, "x"]
    seen = {
        "files": ["search.py"],
        "calls": [row],
        "asked": [[oracle.root, 0, 1, None]],
    }
    seen |= {name: change(oracle.root) for name, change in changed.items()}
    return decode(forms.SEEN(seen), oracle, folder)


def test_words_of_the_agreed_form_are_told(tmp_path: Path) -> None:
    """A text, and a line of the source, cannot act on who reads it."""
    found = decoded(tmp_path)
    assert found.asked_at["A"].source == "first"
    (call,) = found.calls.values()
    assert (call.alpha, call.beta, call.v, call.returned) == (1, 2.5, None, "x")
    assert call.place is not None
    assert call.place.source == "second\\t<b>\\x1b[1m"


def test_payoffs_are_told_as_a_tuple(tmp_path: Path) -> None:
    """Those of a search with several players; a number of them is a value."""
    row = [True, 0, None, None, None, 0, 1, [1, 2.5, -3]]
    found = decoded(tmp_path, calls=lambda root: [[True, root, *row[2:]]])
    assert found.calls["A"].returned == (1, 2.5, -3)


@pytest.mark.parametrize(
    "file", ["/etc/passwd", "../secret.py", "search.txt", "", "nested/../search.py"]
)
def test_no_file_is_read_that_is_none_of_its_own(tmp_path: Path, file: object) -> None:
    """Whatever the worker names: a path out of the folder, or no path at all."""
    (tmp_path / "secret.py").write_text("secret", "utf-8")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "search.txt").write_text("secret", "utf-8")
    found = decoded(tmp_path / "mine", files=lambda _: [file])
    assert found.calls["A"].place is None
    assert found.asked_at == {}


@pytest.mark.parametrize("line", [0, 4, 2**53, None])
def test_a_line_that_is_not_there_is_not_told(tmp_path: Path, line: object) -> None:
    """Nor one before the first."""
    found = decoded(tmp_path, calls=lambda root: [[True, root, 1, 2, 3, 0, line, None]])
    assert found.calls["A"].place is None


@pytest.mark.parametrize("handle", [0, 2**32 - 1])
def test_a_state_that_was_never_given_is_not_told(tmp_path: Path, handle: int) -> None:
    """Forged handles lead nowhere."""
    row = [True, handle, 1, 2, 3, 0, 1, None]
    found = decoded(
        tmp_path, calls=lambda _: [row], asked=lambda _: [[handle, 0, 1, []]]
    )
    assert (found.calls, found.asked_at, found.stacks) == ({}, {}, {})


def test_a_stack_is_told_by_its_labels(tmp_path: Path) -> None:
    """As it was when the state was first asked about; none with a forged one."""
    found = decoded(tmp_path, asked=lambda root: [[root, 0, 1, [root] * 3]])
    assert found.stacks == {"A": ("A", "A", "A")}
    found = decoded(tmp_path, asked=lambda root: [[root, 0, 1, [root, root + 1]]])
    assert found.stacks == {}


def test_of_two_calls_about_a_state_the_searchs_own_counts() -> None:
    """A dispatcher hands on to max_value, of which it is known what it should do."""
    helper = HandedOn(1, 2, 3, 4, None, is_entry=False)
    entry = HandedOn(5, 6, None, 4, None)
    assert helper.joined_with(entry) == HandedOn(5, 6, 3, 4, None)
    assert entry.joined_with(helper) == entry
    assert helper.joined_with(helper) == helper
