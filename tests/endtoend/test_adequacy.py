"""The command `adequacy`: what it prints, checks and writes."""

from __future__ import annotations

import re
from argparse import Namespace
from pathlib import Path
from typing import Any

import pytest

from autograder.assignment.questions import Assignment
from autograder.authoring.lazy import Paid, Payroll
from autograder.commands.adequacy import require_adequate, run
from autograder.errors import AssignmentError, FileProblems
from autograder.kinds import all as assignments
from autograder.kinds import caught as words
from autograder.kinds.kind import Adequacy
from autograder.kinds.search import authors, trusted
from autograder.kinds.search.authors import REMEDY, inadequacy_sentences, write
from autograder.kinds.search.matrix import ANY, Matrix
from tests.matrices import FIGURE, MINIMAX, drawn, matrix

NOTHING = Payroll({}, (Paid("", {}),))  # is earned
SMALL_START = "tree: [-20]"
GAPS = ("initial_10", "initial_100", "zero_is_nothing")


def options(folder: Path, **given: Any) -> Namespace:
    """What the command line would say."""
    rest = {"question": None, "check": False, "changed": False, "suggest": None}
    rest |= {"prices": False, "json": False}
    given.setdefault("cost", 0.0)
    given.setdefault("at_most", ANY)
    return Namespace(assignment=folder, **(rest | given))


def judged(*found: Matrix) -> list[Adequacy]:
    """What the trees of some questions are found to catch."""
    known = any(each.rows for each in found)
    return [Adequacy((), inadequacy_sentences(found), known, REMEDY)]


def assigned(folder: Path, *texts: str) -> Path:
    """An assignment of minimax on trees that are named `0`, `1`, … ."""
    folder.mkdir()
    for number, text in enumerate(texts):
        (folder / f"{number}.yaml").write_text(text, encoding="utf-8")
    (folder / "assignment.yaml").write_text(
        "questions:\n  - {name: minimax, points: {value: 1}, trees: ['**/*.yaml']}\n",
        encoding="utf-8",
    )
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An assignment of two trees of which one is enough."""
    return assigned(tmp_path / "small", SMALL_START, SMALL_START)


def test_the_tables_come_before_what_is_earned_and_what_is_wrong(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of each question by itself, then of all; a fault is a sentence a question."""
    with pytest.raises(AssignmentError) as caught:
        run(options(folder, question="minimax", check=True))
    shown = capsys.readouterr().out
    assert shown.startswith("minimax: ")
    each, every, paid = map(
        shown.index,
        (
            f"\n{authors.IDLE.format('1, 2')}\n",
            f"\n{authors.IDLE_EVERYWHERE}\n  0\n  1\n\n",
            words.EARNED.partition("{")[0],
        ),
    )
    assert each < every < paid
    sentence, *_, remedy, cheap = str(caught.value).splitlines()
    assert re.fullmatch(
        r"minimax: no tree catches \d+ of \d+ \(.+ and \d+ more\)",
        sentence,
    )
    assert "--suggest" in remedy
    assert "give less" in cheap
    assert caught.value.exit_status == 2


def test_another_question_is_an_error_that_names_the_nearest(folder: Path) -> None:
    """Nothing is run."""
    with pytest.raises(AssignmentError, match="did you mean minimax"):
        run(options(folder, question="minmax"))


# --check


def test_a_mistake_that_gets_through_is_a_fault() -> None:
    """However many others are caught."""
    with pytest.raises(AssignmentError, match=r"no tree catches 1 of 2 \(m\)"):
        require_adequate(judged(drawn("m .", "n v")), NOTHING)


def test_without_misconceptions_nothing_can_be_checked() -> None:
    """One question that has some is enough."""
    empty = Matrix(MINIMAX, (), ())
    with pytest.raises(AssignmentError, match="no question has misconceptions"):
        require_adequate(judged(empty), NOTHING)
    require_adequate(judged(empty, drawn("m v")), NOTHING)


# --suggest


def gaps_of(folder: Path) -> tuple[Assignment, Matrix]:
    """An assignment on the figure, and what the figure leaves open of a few."""
    assignment = assignments.load(assigned(folder, FIGURE))
    return assignment, matrix(MINIMAX, FIGURE, mistakes=GAPS)


def test_the_suggested_files_are_ready_to_be_listed(tmp_path: Path) -> None:
    """They load with the assignment, and expect what is computed for each question."""
    assignment, found = gaps_of(tmp_path / "small")
    more = tmp_path / "small" / "more"
    said = write(assignment, found, more)
    paths = sorted(more.glob("*.yaml"))
    assert sorted(re.findall(r"^wrote (.+)$", said, re.MULTILINE)) == [
        str(path) for path in paths
    ]
    first, *_, last = said.splitlines()
    assert first == f"minimax: {len(paths)} trees suggested"
    assert last == f"  ./run_autograder answers {assignment.folder}"
    assert all("found by adequacy --suggest to" in p.read_text("utf-8") for p in paths)
    assignment = assignments.load(assignment.folder)
    trees = assignment.trees()
    assert len(trees) == 1 + len(paths)
    for name, tree in trees.items():
        answers = trusted.compute(tree, assignment.questions_on(name))
        trusted.check_expectations(assignment, name, answers)
    texts = [path.read_text(encoding="utf-8") for path in paths]
    require_adequate(judged(matrix(MINIMAX, FIGURE, *texts, mistakes=GAPS)), NOTHING)


def test_an_expectation_that_is_wrong_would_be_seen(tmp_path: Path) -> None:
    """A positive control: the test above can fail."""
    folder = assigned(tmp_path / "small", f"{FIGURE}\nexpect: {{value: 4}}")
    assignment = assignments.load(folder)
    answers = trusted.compute(assignment.trees()["0"], assignment.questions_on("0"))
    with pytest.raises(FileProblems, match="value 4, computed 3"):
        trusted.check_expectations(assignment, "0", answers)


def test_nobodys_file_is_overwritten(tmp_path: Path) -> None:
    """What is there already stays; only what is the same is no fault."""
    assignment, found = gaps_of(tmp_path / "small")
    wanted = tmp_path / "elsewhere"
    assert write(assignment, found, wanted) == write(assignment, found, wanted)
    first, *_, last = sorted(wanted.iterdir())
    first.unlink()
    last.write_text("mine", encoding="utf-8")
    with pytest.raises(AssignmentError) as caught:
        write(assignment, found, wanted)
    assert str(caught.value).startswith(f"{last}: there is another file of this name")
    assert last.read_text(encoding="utf-8") == "mine"
    assert not first.exists(), "and nothing else is written"


def test_what_no_tree_can_close_is_said(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Where nothing is tried; nothing is written."""
    monkeypatch.setattr(
        "autograder.kinds.search.matrix._candidates", lambda *_, **__: ()
    )
    assignment, _ = gaps_of(tmp_path / "small")
    found = matrix(MINIMAX, "tree: [5]", mistakes=("initial_10",))
    folder = tmp_path / "none"
    assert write(assignment, found, folder).splitlines() == [
        "minimax: 0 trees suggested",
        "No tree was found",
        "  to catch initial_10",
    ]
    assert not folder.exists()


def test_where_there_is_no_gap_it_says_so(tmp_path: Path) -> None:
    """Nothing is written; and a question without misconceptions has none to close."""
    assignment, _ = gaps_of(tmp_path / "small")
    folder = tmp_path / "none"
    said = write(assignment, drawn("m v"), folder)
    assert said == "minimax: there is no gap to close."
    said = write(assignment, Matrix(MINIMAX, (), ()), folder)
    assert said == authors.NONE_KNOWN.format("minimax", "minimax")
    assert not folder.exists()
