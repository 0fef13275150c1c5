"""What came of a call, decoded from what a worker left."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Any

import pytest

from autograder.assignment.questions import Hurried, Limits
from autograder.judging.verdicts import ends_the_import
from autograder.observing.outcome import (
    HURRIED,
    Fault,
    Frame,
    Outcome,
    Returned,
    outcomes_of,
    split_trace,
)
from autograder.sandbox import forms
from autograder.sandbox.jobs import Conversation, Ended
from autograder.worker.submission import KINDS
from tests.cases import for_each

FOLDER = Path("/tmp/autograder-x/submission")  # noqa: S108 - never opened
LIMITS = Limits(seconds=2, output_kb=1)
ONE = {"returned": {"kind": "number", "number": 1}}
CRASH: dict[str, Any] = {
    "kind": "crash",
    "message": "list index out of range",
    "type": "IndexError",
    "stage": "call",
    "near": [],
    "frames": [["minimax.py", 4, "max_value", "return [1][2]"]],
}
TRACE = f"""\
Fatal Python error: Segmentation fault

Current thread 0x00007f (most recent call first):
  File "/usr/lib/python3/ctypes.py", line 5 in string_at
  File "{FOLDER}/minimax.py", line 9 in min_value
  File "{FOLDER}/minimax.py", line 4 in max_value
  File "/opt/autograder/submission.py", line 77 in _call
"""


def outcome(
    *results: Any, calls: int = 1, limits: Limits = LIMITS, **ends: Any
) -> tuple[Outcome, ...]:
    """What came of calls of which the worker told these results, and ended so."""
    checked = tuple(map(forms.OF_CALL, results))
    said = Conversation(checked, ready=True, violation=ends.pop("violation", ""))
    ended: dict[str, Any] = {
        "output": "",
        "exit_code": 0,
        "cpu_seconds": 0.1,
        "late": False,
    } | ends
    return outcomes_of(Ended(said, **ended), FOLDER, limits, calls)


def fault(*results: Any, **ends: Any) -> Fault:
    """The fault in which the only call ended."""
    (found,) = outcome(*results, **ends)
    assert isinstance(found, Fault)
    return found


def test_a_result_that_came_too_late_is_none() -> None:
    """The clock had run out when the last one was sent."""
    (found,) = outcome(ONE, late=True)
    assert isinstance(found, Fault)
    assert found.kind == "late"


def test_a_result_is_a_value() -> None:
    """Whatever the exit code: the worker is killed once it has told it."""
    assert outcome(ONE) == (Returned("number", 1),)
    assert outcome(ONE, exit_code=-9) == (Returned("number", 1),)


def test_an_error_is_a_fault_with_its_frames() -> None:
    """Each field of the worker's finds its place."""
    frames = (Frame("minimax.py", 4, "max_value", "return [1][2]"),)
    expected = Fault(
        kind="crash",
        message=CRASH["message"],
        type="IndexError",
        stage="call",
        near=(),
        frames=frames,
    )
    assert (expected,) == outcome({"error": CRASH})


@for_each("kind", ["course", "lacks", "unusable"])
def test_a_submission_blames_no_course_that_is_not_there(kind: str) -> None:
    """A worker may tell so, but nothing of a course lies beside this submission."""
    assert fault({"error": {**CRASH, "kind": kind}}).kind == "crash"


def columns_of(source: str, *columns: Any) -> tuple[int, int]:
    """The columns that are kept of a frame of which a worker told these."""
    frame = ["minimax.py", 4, "max_value", source, *columns]
    (kept,) = fault({"error": {**CRASH, "frames": [frame]}}).frames
    return kept.start, kept.end


@for_each(
    "source, columns, kept",
    [
        ("return [1][2]", (7, 13), (7, 13)),
        ("return [1][2]", (7, 99), (7, 13)),
        ("return [1][2]", (), (0, 0)),
        ("[1][2]", (0, 6), (0, 0)),
        ("def f()", (7, 8), (7, 8)),
        ("def f()", (8, 9), (7, 8)),
        ("return x", (5, 5), (0, 0)),
        ("return x", (7, 3), (0, 0)),
        ("\t\x1b = x", (5, 6), (9, 10)),
        ("x" * 200, (5, 2**40), (5, 120)),
        ("x" * 200, (150, 160), (0, 0)),
    ],
)
def test_columns_are_those_of_the_line_as_it_is_shown(
    source: str, columns: tuple[int, ...], kept: tuple[int, int]
) -> None:
    """Escaped and cut; none where all of it failed, and what is missing behind it."""
    assert columns_of(source, *columns) == kept


@for_each(
    "ends, kind, message",
    [
        ({"late": True}, "late", None),
        ({"violation": "it lied"}, "violation", "it lied"),
        ({"exit_code": -11}, "killed", "SIGSEGV"),
        ({"exit_code": -9}, "killed", "SIGKILL"),
        ({"exit_code": 0}, "ended", ""),
        ({"exit_code": 3}, "ended", ""),
        ({"late": True, "exit_code": -9}, "late", None),
        ({"violation": "it lied", "exit_code": -9}, "violation", "it lied"),
    ],
)
def test_a_worker_without_a_result_tells_by_its_end(
    ends: dict[str, Any], kind: str, message: str | None
) -> None:
    """The clock's kill first, then a breach, then the signal, then the exit."""
    found = fault(**ends)
    assert kind == found.kind
    assert message in (None, found.message)


@for_each("number", [1, 6, 9, 11, 14, 24, 34, 37, signal.NSIG - 1])
def test_every_signal_can_be_told(number: int) -> None:
    """Also those that have no name; our own alarm and the CPU limit are the time."""
    found = fault(exit_code=-number)
    assert ("late" if number in (14, 24) else "killed") == found.kind
    assert found.message


@for_each(
    "code, found",
    [
        ("x = 1\n    os._exit(0)  # done\n", [("m.py", 2, "os._exit(0)  # done")]),
        ("_exit(1)\n", [("m.py", 1, "_exit(1)")]),
        ("# os._exit(0)\n", []),
        ("os._exit(0)\nos._exit(1)\n", []),
    ],
)
def test_the_only_line_that_ends_a_process_is_told(
    code: str, found: list[tuple[str, int, str]], tmp_path: Path
) -> None:
    """A worker that has ended itself tells nothing; of several lines none is told."""
    (tmp_path / "m.py").write_text(code)
    ended = Ended(Conversation((), ready=True, violation=""), "", 0, 0.1, late=False)
    (fault,) = outcomes_of(ended, tmp_path, LIMITS, 1)
    assert isinstance(fault, Fault)
    assert [(f.file, f.line, f.source) for f in fault.frames] == found


def test_a_crash_in_the_interpreter_has_its_line() -> None:
    """From faulthandler's trace: the student's frames, outermost first."""
    frames = (
        Frame("minimax.py", 4, "max_value", ""),
        Frame("minimax.py", 9, "min_value", ""),
    )
    assert fault(exit_code=-11, output="x\n" + TRACE).frames == frames


def test_a_printed_trace_with_an_endless_line_number_is_none() -> None:
    """A submission can print what a signal would leave; no number of it is huge."""
    trace = f'Stack (most recent call first):\n  File "{FOLDER}/a.py", line '
    (found,) = outcome(exit_code=-11, output=f"{trace}{'9' * 5000} in f\n")
    assert found == Fault("killed", "SIGSEGV")


def test_cpu_seconds_beyond_the_limit_are_a_timeout() -> None:
    """A result that came too late is none; a small excess is the start's."""
    assert fault(ONE, cpu_seconds=2.2).kind == "timeout"
    assert outcome(ONE, cpu_seconds=2.05) == (Returned("number", 1),)


def test_a_reported_timeout_keeps_what_was_before() -> None:
    """The first call came back in time; the second is the one in the loop."""
    error = {"error": {**CRASH, "kind": "timeout"}}
    first, second = outcome(ONE, error, calls=2, cpu_seconds=2.05)
    assert first == Returned("number", 1)
    assert isinstance(second, Fault)
    assert (second.kind, second.frames[0].line) == ("timeout", 4)


@pytest.mark.parametrize("count", [2, 3])
def test_calls_after_the_end_are_faults(count: int) -> None:
    """One outcome a call, always."""
    first, *others = outcome(ONE, calls=count)
    assert first == Returned("number", 1)
    assert [type(found) for found in others] == [Fault] * (count - 1)


def test_a_flood_of_prints_leaves_no_value() -> None:
    """All calls share the output, so none counts."""
    found = outcome(ONE, ONE, calls=2, flooded=True)
    assert [o.kind for o in found] == ["flood", "flood"]
    assert outcome(ONE, output="x" * 4096) == (Returned("number", 1),)


@for_each("kind", [kind for _, kind in KINDS])
def test_the_workers_kinds_are_taken(kind: str) -> None:
    """Each that it may tell."""
    assert fault({"error": {**CRASH, "kind": kind}}).kind in (kind, "late")


def test_what_was_printed_is_told_from_the_trace() -> None:
    """The student's prints stand before it."""
    printed, trace = split_trace("hello\n" + TRACE)
    assert (printed, trace) == ("hello\n", TRACE)
    assert split_trace("hello\n") == ("hello\n", "")


def test_a_returned_value_reads_as_it_was() -> None:
    """Numbers as Python writes them, all else by its text."""
    assert str(Returned("number", 3)) == "3"
    assert str(Returned("number", -0.5)) == "-0.5"
    assert str(Returned("none", None, "None")) == "None"


def test_who_had_a_share_of_the_time_is_not_said_to_have_had_all() -> None:
    """It is told of how long it had, by the processor or by the clock."""
    share = Hurried(seconds=0.2, output_kb=1, wall=0.7)
    (alarm,) = outcome({"error": CRASH | {"kind": "timeout"}}, limits=share)
    (waited,) = outcome(limits=share, late=True, cpu_seconds=0.0)
    (killed,) = outcome(limits=share, cpu_seconds=0.5)
    assert isinstance(alarm, Fault)
    assert [frame.line for frame in alarm.frames] == [4]
    assert {alarm.kind, waited.kind, killed.kind} == {HURRIED}
    assert isinstance(waited, Fault)
    assert isinstance(killed, Fault)
    assert (waited.message, killed.message) == ("0.7 s", "0.2 s")


def test_it_ends_no_import_for_good() -> None:
    """Nobody knows whether it would have ended."""
    importing = (Frame("minimax.py", 1, "<module>", ""),)
    assert ends_the_import(Fault("timeout", frames=importing))
    assert not ends_the_import(Fault(HURRIED, frames=importing))
