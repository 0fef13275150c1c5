"""results.json: what is in it, and that it is never half written."""

from __future__ import annotations

import json
import os
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.errors import AssignmentError, GraderError
from autograder.files import remove_left_behind, replacement_file, write_text
from autograder.report.entries import (
    Entry,
    LeaderboardEntry,
    Report,
    max_score,
    score,
)
from autograder.report.platforms import (
    gradescope_text,
    shortened_output,
)
from autograder.words import blocks as words
from autograder.words.blocks import Sentence
from tests.blocks import blocks_of
from tests.schema import assert_valid_results, read_results

RIGHT = Entry("fig_5_2", "minimax", "correct", 1.5, 1.5, passed=True, number="1.1")
DETAILS = ((Sentence("a"), Sentence("b")),)
WRONG = replace(RIGHT, headline="no", score=0.5, passed=False, details=DETAILS)
BROKEN = replace(WRONG, score=None, judged=False, blame=GraderError)


def report(*entries: Entry) -> Report:
    """A report with these entries."""
    return Report("Title", {str(i): entry for i, entry in enumerate(entries)})


def write(path: Path, report: Report, seconds: float) -> None:
    """Put results.json in its place, as a grading does."""
    write_text(path, gradescope_text(report, seconds))


def document(report: Report, seconds: float) -> dict[str, Any]:
    """results.json as whoever reads it finds it."""
    found: dict[str, Any] = json.loads(gradescope_text(report, seconds))
    return found


def summary(*entries: Entry) -> str:
    """What stands above the tests."""
    output: str = document(report(*entries), 0)["output"]
    return output


def test_whole() -> None:
    """Every key that is written, and no other."""
    expected = {
        "execution_time": 1.235,
        "output": "",
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": [
            {
                "name": "minimax: fig_5_2",
                "name_format": "text",
                "number": "1.1",
                "status": "failed",
                "output": "no\n\na\nb",
                "output_format": "text",
                "visibility": "visible",
                "tags": [],
                "extra_data": {},
                "max_score": 1.5,
                "score": 0.5,
            }
        ],
    }
    found = document(report(WRONG), 1.23456)
    assert found.pop("extra_data")["title"] == "Title"
    assert found == expected


def test_not_judged() -> None:
    """Without a score nobody has a zero, and the top says whose fault it is."""
    (test,) = document(report(BROKEN), 0)["tests"]
    assert "score" not in test
    assert test["max_score"] == 1.5
    assert summary(BROKEN, RIGHT) == words.unjudged_sentence(1, "grader")
    of_assignment = replace(BROKEN, blame=AssignmentError)
    assert summary(of_assignment, of_assignment) == words.unjudged_sentence(
        2, "assignment"
    )


def test_hidden() -> None:
    """A hidden test hides the platform's total, so the sum of the others is told."""
    hidden = replace(RIGHT, visibility="hidden")
    assert summary(hidden, WRONG, RIGHT) == words.earned_here("2", "3")
    assert summary(WRONG, RIGHT) == ""


def said_of_three(headline: str) -> str:
    """What stands above three tests of minimax that say the same."""
    return words.said_of_many("minimax", "3 trees", headline)


def test_what_is_said_of_many_trees_is_said_once_above_them() -> None:
    """From three on, and of visible tests alone; each keeps a test of its own."""
    hidden = replace(WRONG, visibility="hidden")
    rows = [replace(row, name=str(i)) for i, row in enumerate([WRONG, WRONG, hidden])]
    assert "no" not in summary(*rows)
    found = document(report(*rows, replace(WRONG, name="4")), 0)
    assert found["output"].splitlines()[0] == said_of_three("no")
    assert len(found["tests"]) == 4


def test_no_more_is_said_of_many_trees_than_of_one() -> None:
    """Where an assignment limits what a test tells, the line above does as well."""
    untold = replace(WRONG, brief="brief", feedback="diagnosis")
    assert summary(*[untold] * 3) == said_of_three("brief")
    assert summary(*[replace(untold, feedback="none")] * 3) == ""


def test_students_do_not_read_what_is_around_their_code() -> None:
    """It stands where programs read it; what is printed is hidden from students."""
    made = report(RIGHT)
    made.sandbox, made.layers = "Sandbox: own process", {"seccomp": True}
    found = document(made, 0)
    assert found["output"] == ""
    assert found["extra_data"]["sandbox"] == {"seccomp": True}
    assert found["stdout_visibility"] == "hidden"


@pytest.mark.parametrize(
    "score, max_score, written", [(50.0, 10.0, 10.0), (-1.0, 10.0, 0.0)]
)
def test_clamped(score: float, max_score: float, written: float) -> None:
    """A score lies within 0 and its maximum, whoever gave it."""
    (test,) = document(report(replace(RIGHT, score=score, max_score=max_score)), 0)[
        "tests"
    ]
    assert test["score"] == written


def test_rounded() -> None:
    """Points have six decimals, one by one and added up, and no noise of floats."""
    noisy = replace(RIGHT, score=0.8 + 0.3, max_score=0.1 + 0.2 + 1)
    (test,) = document(report(noisy), 0)["tests"]
    assert (test["score"], test["max_score"]) == (1.1, 1.3)
    assert (score([noisy, noisy, noisy]), max_score([noisy] * 3)) == (3.3, 3.9)
    third = replace(RIGHT, score=1 / 3)
    assert document(report(third), 0)["tests"][0]["score"] == 0.333333


def test_no_nan(tmp_path: Path) -> None:
    """A NaN is refused rather than written; the file stays as it was."""
    path = tmp_path / "results.json"
    write(path, report(RIGHT), 0)
    before = path.read_bytes()
    with pytest.raises(ValueError, match="JSON compliant"):
        write(path, report(replace(RIGHT, extra={"value": float("nan")})), 0)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


@settings(database=None)  # whoever runs this may not write here
@given(
    st.builds(
        Entry,
        name=st.text(min_size=1, max_size=400),
        group=st.sampled_from(["minimax", "checks"]),
        headline=st.text(alphabet="ab\n", min_size=1, max_size=30_000).map(
            lambda text: f"x{text}"
        ),
        score=st.none() | st.floats(allow_nan=False),
        max_score=st.floats(0, 100),
        passed=st.booleans(),
        details=blocks_of(st.text()),
        leaderboard=st.none()
        | st.builds(
            LeaderboardEntry,
            st.text(min_size=1),
            st.integers() | st.text(),
            st.sampled_from(["asc", "desc"]),
        ),
    )
)
def test_always_valid(entry: Entry) -> None:
    """Whatever an entry says, the document fits its schema."""
    assert_valid_results(document(report(entry), 0))


@pytest.mark.parametrize("length", [0, 9_999, 10_000, 10_001, 10**6])
def test_bounded(length: int) -> None:
    """A long text keeps its beginning, and says that something is left out."""
    text = shortened_output("a" * length)
    assert len(text) == min(length, 10_000)
    assert text.endswith("left out") == (length > 10_000)


def test_where_there_is_no_room_for_a_beginning_the_word_stands_alone() -> None:
    """What is left out is always told."""
    assert shortened_output("a" * 100, 1) == words.LEFT_OUT


def test_replaced_by_rename(tmp_path: Path) -> None:
    """Who has the old file open goes on reading it; no temporary name stays."""
    path = tmp_path / "deep" / "results.json"
    write_text(path, "old")
    with path.open() as old:
        write_text(path, "new")
        assert old.read() == "old"
    assert path.read_text() == "new"
    assert list(path.parent.iterdir()) == [path]


def write_half(path: Path) -> None:
    """Begin to write, and fail."""
    with replacement_file(path) as temporary:
        temporary.write_text("half")
        _ = 1 / 0


def test_failure_leaves_the_old_file(tmp_path: Path) -> None:
    """A writer that fails half-way has changed nothing."""
    path = tmp_path / "results.json"
    path.write_text("old")
    with pytest.raises(ZeroDivisionError):
        write_half(path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_the_fault_names_the_file(tmp_path: Path) -> None:
    """Not the temporary one beside it, and no other that the writer needs."""
    folder = tmp_path / "results.json"
    folder.mkdir()
    with pytest.raises(IsADirectoryError) as fault:
        write_text(folder, "new")
    assert fault.value.filename == str(folder)
    with (
        pytest.raises(FileNotFoundError) as fault_of_another,
        replacement_file(tmp_path / "x"),
    ):
        (tmp_path / "source").read_text()
    assert fault_of_another.value.filename == str(tmp_path / "source")
    assert list(tmp_path.iterdir()) == [folder]


def test_left_behind(tmp_path: Path) -> None:
    """What a killed writer left is removed once no writer can need it any more."""
    path = tmp_path / "a[1].json"
    old, new = tmp_path / ".a[1].json.123", tmp_path / ".a[1].json.124"
    other = tmp_path / ".a1.json.123"
    for file in (old, new, other):
        file.touch()
    for file in (old, other):
        os.utime(file, (0, 0))
    remove_left_behind(path)
    assert set(tmp_path.iterdir()) == {new, other}
    remove_left_behind(tmp_path / "nowhere" / "results.json")


def test_never_half_written(tmp_path: Path) -> None:
    """A reader at any moment finds a whole and valid file."""
    path = tmp_path / "results.json"
    write(path, report(RIGHT), 0)
    done = threading.Event()

    def write_many() -> None:
        for count in range(200):
            write(path, report(*[WRONG] * (count % 50)), 0)
        done.set()

    writer = threading.Thread(target=write_many)
    writer.start()
    reads = 0
    while not done.is_set():
        read_results(path)
        reads += 1
    writer.join()
    assert reads > 0


def test_text_is_ascii(tmp_path: Path) -> None:
    """Non-ASCII signs are escaped, so that no reader's encoding matters."""
    path = tmp_path / "results.json"
    write(path, report(replace(RIGHT, headline="α ≥ β")), 0)
    assert path.read_bytes().isascii()
    assert json.loads(path.read_bytes())["tests"][0]["output"] == "α ≥ β"
