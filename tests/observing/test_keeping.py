"""A submission is read once; what cannot be read is believed to keep something."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from autograder.observing.bench import stateless_modules
from autograder.sandbox.sandbox import Sandbox


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


def test_it_is_known_which_can_keep_nothing(sandbox: Sandbox) -> None:
    """By the names of the modules; and nothing is left in the folder."""
    folder = staged(sandbox, "two", plain="X = 1\n", table="T = {}\n", bad="def\n")
    assert stateless_modules(sandbox, folder) == {"plain"}
    names = {path.name for path in folder.iterdir()}
    assert names == {"plain.py", "table.py", "bad.py"}


def test_where_there_is_nothing_nothing_is_done(sandbox: Sandbox) -> None:
    """No worker is asked."""
    assert stateless_modules(sandbox, staged(sandbox, "none")) == frozenset()


def test_a_worker_that_ends_while_it_reads_costs_nothing(sandbox: Sandbox) -> None:
    """So deep that some Pythons crash, so large that memory ends: no fault."""
    deep = "x = " + "[" * 90 + "1" + "]" * 90
    many = "\n".join(f"x{i} = lambda: (lambda: (lambda: {i}))" for i in range(9999))
    nested = "f(" * 5000 + ")" * 5000
    folder = staged(sandbox, "deep", deep=deep, nested=nested, many=many * 20)
    assert stateless_modules(sandbox, folder) <= {"deep", "many"}
    after = staged(sandbox, "after", plain="X = 1\n")
    assert stateless_modules(sandbox, after) == {"plain"}
