"""What a student has sent is compiled by a worker that runs nothing of it."""

from __future__ import annotations

import importlib.util
import sys
from base64 import b64decode
from pathlib import Path

import pytest

from autograder.worker import compiling
from autograder.worker.compiling import cached, compiled
from autograder.worker.protocol import CACHE

LOUD = "raise SystemExit('this must not run')\n"


def kept(folder: Path, name: str, text: str) -> None:
    """Put what was compiled where Python looks for it."""
    path = Path(CACHE.format(folder, name))
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b64decode(text))


def test_python_finds_what_was_compiled_and_asks_for_no_source(tmp_path: Path) -> None:
    """It has the form of Python's own cache, under its name, and is never stale."""
    path = tmp_path / "ours.py"
    path.write_text("VALUE = 'compiled'\n")
    kept(tmp_path, "ours", compiled(str(tmp_path), ["ours.py"])["compiled"]["ours.py"])
    assert CACHE.format(tmp_path, "ours") == importlib.util.cache_from_source(str(path))
    path.write_text("VALUE = 'changed since'\n")
    spec = importlib.util.spec_from_file_location("ours", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert vars(module)["VALUE"] == "compiled"


def test_nothing_of_it_runs(tmp_path: Path) -> None:
    """Neither while it is compiled, nor when its code is looked for."""
    (tmp_path / "loud.py").write_text(LOUD)
    (text,) = compiled(str(tmp_path), ["loud.py"])["compiled"].values()
    kept(tmp_path, "loud", text)
    code = cached(str(tmp_path), "loud")
    assert code is not None
    assert code.co_filename == str(tmp_path / "loud.py")
    with pytest.raises(SystemExit, match="must not run"):
        exec(code, {})  # noqa: S102 - what is compiled here


def test_what_was_not_compiled_is_not_found(tmp_path: Path) -> None:
    """Then a worker does as Python does."""
    assert cached(str(tmp_path), "nowhere") is None


def test_half_of_it_is_as_good_as_none(tmp_path: Path) -> None:
    """Wherever it was cut off."""
    (tmp_path / "ours.py").write_text("def f(x):\n    return 'text', x\n")
    (text,) = compiled(str(tmp_path), ["ours.py"])["compiled"].values()
    kept(tmp_path, "ours", text)
    path = Path(CACHE.format(tmp_path, "ours"))
    whole = path.read_bytes()
    for size in range(len(whole)):
        path.write_bytes(whole[:size])
        assert cached(str(tmp_path), "ours") is None


@pytest.mark.parametrize(
    "source",
    [
        b"def f(:\n",
        b"\xff = 1\n",
        b"\0",
        b"x = 1 is 1\n",  # of which Python warns, in each worker
        b"x = " + b"-" * 100_000 + b"1\n",
        b"x = " + b"(" * 300 + b")" * 300 + b"\n",
    ],
    ids=["no syntax", "no text", "nothing", "warned of", "too deep", "too many"],
)
def test_what_does_not_compile_in_silence_is_left_out(
    tmp_path: Path, source: bytes, capfd: pytest.CaptureFixture[str]
) -> None:
    """Its neighbours are not; who imports it meets what was met here."""
    (tmp_path / "bad.py").write_bytes(source)
    (tmp_path / "good.py").write_text("x = 1\n")
    done = compiled(str(tmp_path), ["bad.py", "good.py", "gone.py"])
    assert list(done["compiled"]) == ["good.py"]
    assert done["stateless"] == ["good.py"]
    assert capfd.readouterr() == ("", "")


def test_no_more_is_sent_than_a_result_may_have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once it is too much, nothing further is kept."""
    for name in ("a.py", "b.py", "c.py"):
        (tmp_path / name).write_text("x = 1\n")
    (first,) = compiled(str(tmp_path), ["a.py"])["compiled"].values()
    monkeypatch.setattr(compiling, "MOST", 2 * len(first))
    done = compiled(str(tmp_path), ["a.py", "b.py", "c.py"])
    assert list(done["compiled"]) == ["a.py", "b.py"]
    assert done["stateless"] == ["a.py", "b.py", "c.py"]


def test_the_name_is_that_of_this_python() -> None:
    """Another one compiles for itself."""
    assert sys.implementation.cache_tag in CACHE
