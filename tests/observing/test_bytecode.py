"""A submission is compiled once; what cannot be, is compiled by each worker as ever."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from pathlib import Path

import pytest

from autograder.observing.bytecode import compile_all
from autograder.sandbox.sandbox import Sandbox
from autograder.worker.protocol import CACHE


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    """One for all; each test has a folder of its own in it."""
    with Sandbox() as shared:
        yield shared


def staged(sandbox: Sandbox, name: str, **sources: str) -> Path:
    """A folder with modules, as they are staged."""
    folder = sandbox.folder / name
    folder.mkdir()
    for module, source in sources.items():
        (folder / f"{module}.py").write_text(source)
    folder.chmod(0o755)
    return folder


def test_each_module_is_compiled_for_who_imports_it(sandbox: Sandbox) -> None:
    """Readable for others; and it is known which can keep nothing."""
    folder = staged(sandbox, "two", plain="X = 1\n", table="T = {}\n", bad="def\n")
    assert compile_all(sandbox, folder) == {"plain"}
    assert {path.name for path in (folder / "__pycache__").iterdir()} == {
        Path(CACHE.format(folder, name)).name for name in ("plain", "table")
    }
    for path in (folder / "__pycache__").iterdir():
        assert path.stat().st_mode & 0o777 == 0o644


def test_what_cannot_be_written_whole_is_not_written(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that is full costs time, and no student's points."""
    folder = staged(sandbox, "full", plain="X = 1\n")
    write = Path.write_bytes

    def half(path: Path, content: bytes) -> int:
        write(path, content[: len(content) // 2])
        raise OSError(errno.ENOSPC, "no space")

    monkeypatch.setattr(Path, "write_bytes", half)
    assert compile_all(sandbox, folder) == frozenset()
    assert list((folder / "__pycache__").iterdir()) == []


def test_where_there_is_nothing_nothing_is_done(sandbox: Sandbox) -> None:
    """No worker is asked."""
    assert compile_all(sandbox, staged(sandbox, "none")) == frozenset()


def test_a_worker_that_ends_while_it_compiles_costs_nothing(sandbox: Sandbox) -> None:
    """So deep that some Pythons crash, so large that memory ends: no code, no fault."""
    deep = "x = " + "[" * 90 + "1" + "]" * 90
    many = "\n".join(f"x{i} = lambda: (lambda: (lambda: {i}))" for i in range(9999))
    nested = "f(" * 5000 + ")" * 5000
    folder = staged(sandbox, "deep", deep=deep, nested=nested, many=many * 20)
    assert compile_all(sandbox, folder) <= {"deep", "many"}
    after = staged(sandbox, "after", plain="X = 1\n")
    assert compile_all(sandbox, after) == {"plain"}
