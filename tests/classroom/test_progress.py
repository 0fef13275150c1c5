"""How far it has come: a bar on a terminal, lines elsewhere."""

from __future__ import annotations

import io

import pytest

from autograder.classroom.running import progress
from autograder.classroom.running.progress import Progress


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
    monkeypatch.setattr(progress, "EVERY", 0.0)
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


def test_nothing_to_do_is_not_shown() -> None:
    """There is no bar of nothing."""
    stream = Terminal()
    with Progress(0, stream):
        pass
    assert stream.getvalue() == ""
