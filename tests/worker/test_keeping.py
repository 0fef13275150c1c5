"""What a student has sent is read by a worker that runs nothing of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.worker.submission import stateless


def test_nothing_of_it_runs(tmp_path: Path) -> None:
    """A module that would end the process is told to keep something."""
    (tmp_path / "loud.py").write_text("raise SystemExit('this must not run')\n")
    assert stateless(str(tmp_path), ["loud.py"]) == []


@pytest.mark.parametrize(
    "source",
    [
        b"def f(:\n",
        b"\xff = 1\n",
        b"\0",
        b"def f(x):\n    assert (x, 'always')\n",  # Python warns of it
        b"x = " + b"-" * 100_000 + b"1\n",
        b"x = " + b"(" * 300 + b")" * 300 + b"\n",
    ],
    ids=["no syntax", "no text", "nothing", "warned of", "too deep", "too many"],
)
def test_what_does_not_compile_in_silence_is_left_out(
    tmp_path: Path, source: bytes, capfd: pytest.CaptureFixture[str]
) -> None:
    """Its neighbours are not; who imports it says so in each worker."""
    (tmp_path / "bad.py").write_bytes(source)
    (tmp_path / "good.py").write_text("x = 1\n")
    asked = ["bad.py", "good.py", "gone.py"]
    assert stateless(str(tmp_path), asked) == ["good.py"]
    assert capfd.readouterr() == ("", "")
