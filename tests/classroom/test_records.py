"""Records in JSON: what is written is read, and nothing else can be made of one."""

from __future__ import annotations

import json
import pickle
import zlib
from collections.abc import Callable
from dataclasses import fields
from typing import Any

import pytest

from autograder.classroom.course import QuestionRow, TestRow
from autograder.classroom.running import recounting
from autograder.classroom.running.recounting import (
    PARTS,
    Record,
    packed_record,
    record_from_bytes,
)
from autograder.drawing.replay import Marks, Replay, Step
from autograder.errors import AssignmentError
from autograder.report.entries import Entry, LeaderboardEntry, Report
from autograder.trees.tree import GameTree, Node
from autograder.words.blocks import Facet, Note

INFINITY = float("inf")
TREE = GameTree(
    nodes=(Node("A", "max", (1, 2)), Node("B", "min", utility=1), Node("C", "min")),
    bounds=(-1.5, 2),
)
MARKS = Marks(frozenset({"A", "B"}), values={"A": (1, 2.5)})
STEP = Step("A", window=(-INFINITY, INFINITY))
ENTRY = Entry(
    name="tree",
    group="minimax",
    headline="wrong é\u2028\ud800",
    score=0.1,
    max_score=1.0,
    details=((Facet("failed", "value", 0.0, 1.0, "no"),),),
    extra={"value": [1, 2], "action": None, "visited": []},
    leaderboard=LeaderboardEntry("speed", 3, "asc"),
    replay=Replay(TREE, (STEP, STEP), (STEP,), MARKS, wrong=1),
)
RECORD = Record(
    report=Report(
        "Search",
        {"a": ENTRY, "b": Entry("x", "y", "z"), "c": Entry("x", "y", "z")},
        notes=[Note("a note")],
        blame=AssignmentError,
        layers={"files": True},
        alone={"a": ENTRY},
    ),
    questions=(QuestionRow("minimax", None, 1.0),),
    tests=(
        TestRow("minimax", "tree", 0.1, 1.0, passed=False, verdict="w", behaviour="1"),
    ),
    seconds=1,
    page=True,
    right={"a": ("value",)},
)


def parts(content: bytes) -> list[Any]:
    """All parts of a record, and which is the whole."""
    found: list[Any] = json.loads(zlib.decompress(content))
    return found


def changed(change: Callable[[list[Any], Any], Any]) -> bytes:
    """The record, its JSON changed."""
    all_parts, root = parts(packed_record(RECORD))
    return zlib.compress(json.dumps(change(all_parts, root)).encode())


def test_what_is_written_is_read() -> None:
    """Each field of each part, of its own type; the same bytes come of it again."""
    found = record_from_bytes(packed_record(RECORD))
    assert found is not None
    assert packed_record(found) == packed_record(RECORD)
    assert (found.questions, found.tests) == (RECORD.questions, RECORD.tests)
    assert (found.right, found.seconds, found.page) == (RECORD.right, 1, True)
    report, entry = found.report, found.report.entries["a"]
    assert (report.notes, report.blame) == ([Note("a note")], AssignmentError)
    for each in fields(Entry):
        assert getattr(entry, each.name) == getattr(ENTRY, each.name), each.name
    assert type(entry.extra["value"]) is list


def test_an_entry_is_equal_to_itself_alone() -> None:
    """Two that say the same stay two; what stands twice stays one."""
    found = record_from_bytes(packed_record(RECORD))
    assert found is not None
    entries = found.report.entries
    assert entries["b"] is not entries["c"]
    assert entries["a"] is found.report.alone["a"]


def test_what_is_equal_is_written_once() -> None:
    """So are a tree's nodes, which stand in many replays."""
    all_parts, _ = parts(packed_record(RECORD))
    assert [part[0] for part in all_parts].count("Step") == 1


def test_what_has_no_form_is_not_kept() -> None:
    """It is then graded again."""
    report = Report("Search", {"a": Entry("x", "y", "z", extra={"odd": object()})})
    assert packed_record(Record(report, (), (), None, page=False, right={})) == b""


def test_parts_hold_something_and_do_nothing() -> None:
    """None of them acts when it is made, copied, or no longer there."""
    acts = ("__post_init__", "__del__", "__reduce__", "__setattr__", "__getattr__")
    for kind in PARTS.values():
        own = {name for each in kind.__mro__[:-1] for name in vars(each)}
        frozen = kind.__dataclass_params__.frozen  # type: ignore[attr-defined]
        allowed = {"__setattr__"} if frozen else set()
        assert not own & set(acts) - allowed, kind


def a_class(name: str) -> bytes:
    """A part of another class."""
    return changed(lambda all_parts, _: [[*all_parts, [name]], {"part": -1}])


@pytest.mark.parametrize(
    "name",
    [
        *("Sandbox", "autograder.sandbox.sandbox.Sandbox", "os.system", "Setting"),
        *("__class__", "Exception", "GraderError", "Path", "object", "Entry.__init__"),
    ],
)
def test_no_other_class_is_made(name: str) -> None:
    """Whatever it is called."""
    assert record_from_bytes(a_class(name)) is None


class Acting:
    """What would act where pickle reads it."""

    def __reduce__(self) -> tuple[object, ...]:
        return eval, ("print('acted')",)


def test_a_pickle_is_not_read(capsys: pytest.CaptureFixture[str]) -> None:
    """As earlier versions had them."""
    assert record_from_bytes(zlib.compress(pickle.dumps(Acting()))) is None
    assert record_from_bytes(zlib.compress(pickle.dumps(RECORD))) is None
    assert capsys.readouterr().out == ""


def set_field(kind: str, name: str, value: object) -> bytes:
    """The record with something else in a field of the parts of a kind."""
    place = 1 + [each.name for each in fields(PARTS[kind])].index(name)

    def change(all_parts: list[Any], root: Any) -> Any:
        for part in all_parts:
            if part[0] == kind:
                part[place] = value
        return [all_parts, root]

    return changed(change)


@pytest.mark.parametrize(
    "kind, name, value",
    [
        ("Entry", "score", "<script>"),
        ("Entry", "headline", 5),
        ("Entry", "details", [[{"part": 0}, "text"]]),
        ("Entry", "blame", {"blame": "KeyboardInterrupt"}),
        ("Entry", "extra", {"dict": [["a", {"part": 0}]]}),
        ("Facet", "points", [1]),
        ("Node", "children", [0.5]),
        ("GameTree", "bounds", [1, 2, 3]),
        ("Marks", "visited", ["A"]),
        ("Report", "entries", {"list": []}),
        ("Report", "notes", ["a note"]),
        ("TestRow", "passed", 1),
        ("Record", "right", None),
        ("Record", "page", None),
    ],
)
def test_each_field_is_what_it_is_declared_to_be(
    kind: str, name: str, value: object
) -> None:
    """Else nothing is read, and it is graded."""
    assert record_from_bytes(set_field(kind, name, value)) is None


def test_a_field_may_be_another_of_its_type() -> None:
    """So that those above fail for their types alone."""
    found = record_from_bytes(set_field("Entry", "score", 5))
    assert found is not None
    assert found.report.entries["a"].score == 5


def deep(levels: int) -> bytes:
    """Lists in lists."""
    return zlib.compress(("[" * levels + "]" * levels).encode())


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"no record",
        zlib.compress(b"junk"),
        zlib.compress(b"[[], 5]"),
        zlib.compress(b'[[], {"part": 0}]'),
        zlib.compress(b'[[["Note", "a"]], {"part": 0}]'),
        zlib.compress(b'[[["Note", "a", [], "", ""]], {"part": 0}]'),
        deep(100_000),
    ],
)
def test_what_is_no_record_is_none(content: bytes) -> None:
    """It is then graded."""
    assert record_from_bytes(content) is None


def test_a_record_that_is_too_large_is_not_unpacked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nor does it take that room."""
    content = packed_record(RECORD)
    size = len(zlib.decompress(content))
    monkeypatch.setattr(recounting, "MOST", size - 1)
    assert record_from_bytes(content) is None
    monkeypatch.setattr(recounting, "MOST", size)
    assert record_from_bytes(content) is not None
