"""What came of a call: a value or a fault, decoded from what the worker left."""

from __future__ import annotations

import os
import re
import signal
import site
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from autograder.assignment.questions import Hurried, Limits
from autograder.game import Content, Number, Payoffs, Value, hashable_content
from autograder.project import PACKAGE, PROJECT
from autograder.sandbox import forms
from autograder.sandbox.jobs import Ended, Result
from autograder.sandbox.watch import MOST
from autograder.text import NAME, SOURCE, clean
from autograder.trees.values import value_text
from autograder.trees.visitrecord import OVERRUNS, PLAYS_ON
from autograder.worker.protocol import COURSE, LACKS, OF_COURSE, UNUSABLE, is_own

ASKS_ITSELF = "asks_itself"  # one function alone asked what it is to find itself
CRASH = "crash"
TIMEOUT = "timeout"
HURRIED = "hurried"  # out of a share of the time: with all of it, it might have ended
LATE = "late"  # out of time on the clock, by waiting
OUT_OF_TIME = (TIMEOUT, LATE, HURRIED)
NOT_RUN = "not_run"  # for want of time
OVERRUN = "overrun"  # beyond all that a search may visit
UNPLAYABLE = "unplayable"  # nothing can play on a game of the student's own
BEFORE, UNJUDGED, CUT, LATE_ALONE = "before", "unjudged", "cut", "late_alone"  # why
OUT_OF_TIME_SIGNALS = ("SIGALRM", "SIGPROF", "SIGXCPU")  # our own, met between calls
FILES = "files"  # the type of a flood that was not printed
SLACK = 0.1  # CPU seconds that starting a worker may take
ENDS = "_exit("  # os._exit, however it is imported
TRACE = re.compile(r'File "([^"\n]+)", line (\d{1,9}) in (\S+)')
OF_COURSES = LACKS, OF_COURSE, UNUSABLE
NOT_THERE = re.compile(r"([\w/.]+\.py) has no (?:class )?\w+(?: in \w+)?")
TRACE_HEADS = ("Stack (most recent call first):", "Fatal Python error:")


@dataclass(frozen=True, slots=True)
class Frame:
    """One line of a student's traceback."""

    file: str
    line: int
    function: str
    source: str
    start: int = 0  # the columns that failed,
    end: int = 0  # where these are one, all may have


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a call returned nothing."""

    kind: str
    message: str = ""  # or the figure that goes with a reason
    type: str = ""
    stage: str = "call"  # import, call, unreached, or why it was `NOT_RUN`
    near: tuple[str, ...] = ()  # names
    frames: tuple[Frame, ...] = ()


@dataclass(frozen=True, slots=True)
class Returned:
    """What a call returned: a number where `kind` is "number", else a text."""

    kind: str
    number: Number | None = None
    text: str = ""
    payoffs: Payoffs | None = None  # of a tuple or list of numbers
    actions: tuple[str, ...] | None = None  # of one of texts
    items: tuple[Content, ...] | None = None  # of a container that crosses whole
    kinds: tuple[str, ...] = ()  # of what it holds

    def __str__(self) -> str:
        return self.text if self.number is None else value_text(self.number)

    def value_if_of_kind(self, expected: Value) -> Value | None:
        """What came back, if it is of the kind of another value; else None."""
        return self.payoffs if isinstance(expected, tuple) else self.number


Outcome = Returned | Fault


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOfTest:
    """A run of a test of any kind: what it printed, and how long it took."""

    printed: str = ""
    cpu_seconds: float = 0.0

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """What came of each call that counts."""
        raise NotImplementedError

    @property
    def all_outcomes(self) -> tuple[Outcome, ...]:
        """What came of each call, also of those that were made beside."""
        return self.outcomes


def outcomes_of(
    ended: Ended, folder: Path, limits: Limits, calls: int
) -> tuple[Outcome, ...]:
    """One outcome for each of the calls; only a result in good time is a value."""
    decoded = (decode(result, folder) for result in ended.said.results)
    reported = [_timed(each, ended, limits) for each in decoded]
    timed_out = any(map(is_out_of_time, reported)) or any(
        map(blames_the_course, reported)
    )
    if ended.flooded:
        return (Fault("flood", f"{limits.output_kb} KiB"),) * calls
    if ended.filled:
        return (Fault("flood", MOST, type=FILES),) * calls
    if not timed_out and ended.cpu_seconds > limits.seconds + SLACK:
        fault = Fault("timeout", frames=_trace(ended.output, folder))
        # When the results before it were sent, within the limit or not, is unknown.
        count = min(len(reported) + 1, calls)
        reported = [_timed(fault, ended, limits)] * count
    elif not timed_out and ended.late and len(reported) == calls:
        reported[-1] = _timed(Fault("late"), ended, limits)
    elif not timed_out and len(reported) < calls:
        reported.append(_timed(_untimely_end(ended, folder), ended, limits))
    faults = [outcome for outcome in reported if isinstance(outcome, Fault)]
    unreached = [replace(fault, stage="unreached", frames=()) for fault in faults[-1:]]
    return (*reported, *unreached * (calls - len(reported)))


def blames_the_course(outcome: Outcome) -> bool:
    """Whether a course's module is at fault."""
    return isinstance(outcome, Fault) and outcome.kind == OF_COURSE


def _timed(outcome: Outcome, ended: Ended, limits: Limits) -> Outcome:
    """A fault of the time tells its limit, or share, and if it was spent waiting."""
    if not isinstance(outcome, Fault) or not is_out_of_time(outcome):
        return outcome
    waited = ended.cpu_seconds < limits.seconds / 2
    limit = limits.wall_seconds if waited else limits.seconds
    kind = LATE if waited else TIMEOUT
    message = f"{limit:g} s"
    if isinstance(limits, Hurried):  # its type is the kind that it would be otherwise
        return replace(outcome, kind=HURRIED, message=message, type=kind)
    return replace(outcome, kind=kind, message=message)


def is_out_of_time(outcome: Outcome) -> bool:
    """Whether the time was over before a call had ended."""
    return isinstance(outcome, Fault) and outcome.kind in OUT_OF_TIME


def _untimely_end(ended: Ended, folder: Path) -> Fault:
    """Why the worker stopped before its last result."""
    frames = _trace(ended.output, folder)
    if ended.late:
        return Fault("late", frames=frames)
    if ended.said.violation in (*OVERRUNS, PLAYS_ON):
        return Fault(OVERRUN, ended.said.violation)
    if ended.said.violation:
        return Fault("violation", ended.said.violation)
    if ended.exit_code < 0:
        name = _signal_name(-ended.exit_code)
        kind = "timeout" if name in OUT_OF_TIME_SIGNALS else "killed"
        return Fault(kind, name, frames=frames)
    return Fault("ended", frames=frames or _ends(folder))


def _ends(folder: Path) -> tuple[Frame, ...]:
    """The line that may have ended the process by os._exit; nothing of several."""
    found = [
        Frame(
            clean(str(path.relative_to(folder)), NAME),
            number,
            "",
            clean(line.strip(), SOURCE),
        )
        for path in folder.rglob("*.py")
        if path.is_file() and is_own(str(path), str(folder))
        for number, line in enumerate(path.read_text("utf-8", "replace").split("\n"), 1)
        if ENDS in line.partition("#")[0]
    ]
    return tuple(found) if len(found) == 1 else ()


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:  # the real-time signals between the first and the last
        return f"signal {number}"


def decode(result: Result, folder: Path | None = None) -> Outcome:
    """What a result says; a course's module may be blamed where one is in `folder`."""
    if "returned" in result:
        return value_from_worker(result["returned"])
    return fault_from_worker(result["error"], folder)


def outcome_of_result(result: Any) -> Outcome:
    """What a result says that no worker has sent, but would."""
    return decode(forms.OF_CALL(result))


def value_from_worker(sent: Any) -> Returned:
    """A value as a worker sent it, whose form was checked."""
    numbers, texts, items = map(sent.get, ("numbers", "texts", "items"))
    return Returned(
        sent["kind"],
        sent.get("number"),
        sent.get("text", ""),
        payoffs=None if numbers is None else tuple(numbers),
        actions=None if texts is None else tuple(texts),
        items=None if items is None else hashable_content(items),
        kinds=tuple(sent.get("kinds", ())),
    )


def fault_from_worker(sent: Any, folder: Path | None = None) -> Fault:
    """A fault as a worker sent it, whose form was checked."""
    near, frames = tuple(sent["near"]), tuple(Frame(*row) for row in sent["frames"])
    fault = Fault(**{**sent, "near": near, "frames": frames})
    has_course = folder is not None and Path(f"{folder}{COURSE}").is_dir()
    if fault.kind in OF_COURSES and not (has_course and _is_of_course(fault, folder)):
        return replace(fault, kind=CRASH)
    if fault.kind == "import" and has_course:
        return replace(fault, near=(OF_COURSE,))  # which has other modules beside it
    return fault


def _is_of_course(fault: Fault, folder: Path | None) -> bool:
    """Whether a fault can have arisen where the course's module in a folder calls."""
    if folder is None or fault.kind != LACKS:
        return ": " in fault.message
    lacking = NOT_THERE.fullmatch(fault.message)
    return lacking is not None and (folder / lacking[1]).is_file()


def split_trace(output: str) -> tuple[str, str]:
    """What the student printed, and the trace that a signal left behind it."""
    starts = [found for head in TRACE_HEADS if (found := output.find(head)) >= 0]
    start = min(starts, default=len(output))
    return output[:start], output[start:]


def _trace(output: str, folder: Path) -> tuple[Frame, ...]:
    """The student's frames of the last trace, outermost first; no source lines."""
    prefix = f"{folder}/"
    traces = split_trace(output)[1]
    last = max(traces.rfind(head) for head in TRACE_HEADS)
    found = [
        Frame(clean(file.removeprefix(prefix), NAME), int(line), clean(name, NAME), "")
        for file, line, name in TRACE.findall(traces[max(last, 0) :])
        if file.startswith(prefix)
    ]
    return tuple(found[: forms.MOST_FRAMES][::-1])


OURS = "(frames of the grader)"
THEIR_FOLDER, WORKING_FOLDER = "<your files>", "<working folder>"

# How Python names a place in the code, and how far its source lines are indented more.
FRAME = re.compile(r'(?P<lead>[\s|+]*)File "(?P<file>[^"]+)", line \d+,? in ')
WARNING = re.compile(r"(?P<file>/[^:]+\.py):\d+: \w+: ")
INDENT = re.compile(r"[\s|+]*")


def text_in_students_words(text: str, staged: Path, session: Path) -> str:
    """The text with the student's files by their names, and no line of ours.

    `staged` is the folder of the modules, `session` the grading's private one, around
    it.
    """
    if "/" not in text:
        return text
    text = "\n".join(_without_our_lines(text.split("\n")))
    for folder in dict.fromkeys((staged, staged.resolve())):
        text = text.replace(f"{folder}/", "").replace(str(folder), THEIR_FOLDER)
    for folder, word in _installed():
        text = text.replace(str(folder), word)
    for folder in dict.fromkeys((session, session.resolve())):
        text = re.sub(rf"{re.escape(str(folder))}(/[\w.-]+)?", WORKING_FOLDER, text)
    return text


@cache
def _installed() -> tuple[tuple[Path, str], ...]:
    """Folders that are not the student's, and a word for each, the deepest first."""
    words = {
        Path(os.__file__).parent: "<Python>",
        PROJECT: "<grader>",
        PACKAGE: f"<grader>/{PACKAGE.name}",
        **dict.fromkeys(map(Path, site.getsitepackages()), "<packages>"),
    }
    return tuple(sorted(words.items(), key=lambda item: -len(item[0].parts)))


def _without_our_lines(lines: list[str]) -> Iterator[str]:
    """The lines, but for each run of the grader's own frames a word in its place."""
    below: int | None = None  # the indentation of the frame whose source is left out
    told = False
    for line in lines:
        if below is not None and _indentation(line) > below:
            continue
        frame, warning = FRAME.match(line), WARNING.match(line)
        place = frame or warning
        file = place["file"] if place is not None else ""
        ours = file.startswith(f"{PACKAGE}/") or "/timeout_decorator/" in file
        below = _indentation(line) if ours else None
        if not (frame and ours):
            yield line
        elif not told:
            yield f"{frame['lead']}{OURS}"
        told = bool(frame and ours)


def _indentation(line: str) -> int:
    found = INDENT.match(line)
    return found.end() if found else 0
