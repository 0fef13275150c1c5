"""How far it has come: a bar on a terminal, lines elsewhere."""

from __future__ import annotations

import io
from importlib.util import find_spec

import pytest

from autograder.classroom.running import plan
from autograder.classroom.running.graders import AtWork, Task
from autograder.classroom.running.plan import Progress
from autograder.uploads.staging import pick


class Terminal(io.StringIO):
    """A stream that says it is one."""

    def isatty(self) -> bool:
        """It does."""
        return True


def test_a_line_has_what_is_done_the_rate_and_what_is_left() -> None:
    """And the faults so far."""
    with Progress(10, io.StringIO()) as shown:
        for _ in range(4):
            shown.count(fault=False)
        assert shown.line(2.0) == "4 of 10 submissions, 2.0 a second, 3 s left"
        shown.count(fault=True)
        assert shown.line(5.0) == (
            "5 of 10 submissions, 1.0 a second, 5 s left, 1 fault"
        )
        shown.count(fault=True)
        assert shown.line(6.0).endswith(", 4 s left, 2 faults")


def test_without_a_terminal_there_is_a_line_now_and_then(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """None at all for what is soon done."""
    stream = io.StringIO()
    with Progress(2, stream) as shown:
        shown.count(fault=False)
    assert stream.getvalue() == ""
    monkeypatch.setattr(plan, "EVERY", 0.0)
    with Progress(2, stream) as shown:
        shown.count(fault=False)
    assert stream.getvalue().startswith("1 of 2 submissions, ")


def test_on_a_terminal_there_is_a_bar() -> None:
    """Of a library, where that is installed."""
    pytest.importorskip("tqdm")
    stream = Terminal()
    with Progress(2, stream) as shown:
        shown.count(fault=True)
        shown.count(fault=False)
    assert "2/2" in stream.getvalue()
    assert "1 fault" in stream.getvalue()


def test_a_sentence_has_a_line_of_its_own() -> None:
    """Above the bar, which is shown anew; no sign in it acts on the terminal."""
    stream = Terminal()
    with Progress(2, stream):
        plan.tell_above(stream, "worker\x1b a has not answered")
    lines = stream.getvalue().replace("\r", "\n").split("\n")
    (sentence,) = (each for each in lines if "has not answered" in each)
    assert sentence.startswith("worker")
    assert "\x1b" not in sentence


def task(name: str) -> Task:
    """One of which nobody asks for more than the name."""
    return Task(name, lambda: pick((), ()), page=False, name=name)


ANN, BOB, EVE = map(task, "abe")


def test_who_takes_long_is_named() -> None:
    """Also where nothing ends; nothing is said of what is left then."""
    with Progress(9, io.StringIO(), {"a": "Ann Lee", "b": "Bob"}) as shown:
        shown.count(fault=False)
        shown.watch([AtWork(ANN, 65.2, aside=True), AtWork(BOB, 1.0, aside=False)])
        assert shown.line(10.0) == (
            "1 of 9 submissions, 0.1 a second; at work on Ann Lee (65 s)"
        )
        shown.watch([AtWork(EVE, 6.0, aside=False)])
        assert shown.line(10.0).endswith(", 80 s left; at work on e (6 s)")


def test_the_last_ones_are_not_expected_to_take_what_others_took() -> None:
    """Where all that is left is under way, nobody knows how long that takes."""
    with Progress(60, io.StringIO()) as shown:
        for _ in range(58):
            shown.count(fault=False)
        shown.watch([AtWork(ANN, 2.0, aside=False), AtWork(BOB, 3.0, aside=False)])
        assert "left" not in shown.line(30.0)


def test_a_line_comes_though_nothing_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a terminal, too, as long as somebody looks."""
    monkeypatch.setattr(plan, "EVERY", 0.0)
    stream = io.StringIO()
    with Progress(1, stream, {"a": "Ann"}) as shown:
        shown.watch([AtWork(ANN, 30.0, aside=False)])
    assert stream.getvalue() == (
        "0 of 1 submissions, 0.0 a second; at work on Ann (30 s)\n"
    )


def test_what_is_no_grading_is_named() -> None:
    """In the line and before the bar."""
    stream = Terminal()
    with Progress(3, stream, {}, "looking") as shown:
        assert shown.line(1.0).startswith("looking: 0 of 3 submissions, ")
    assert "looking" in stream.getvalue() or find_spec("tqdm") is None


def test_nothing_to_do_is_not_shown() -> None:
    """There is no bar of nothing."""
    stream = Terminal()
    with Progress(0, stream):
        pass
    assert stream.getvalue() == ""
