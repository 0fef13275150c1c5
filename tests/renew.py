"""Write anew all that is made of the project: `.venv/bin/python -m tests.renew [WHAT]`.

First the answers of all assignments, then what shows what commands print: documents and
golden files. Each test module with a function `renew` has some of it; `WHAT` is a part
of the module's path. At last the trees are held against their mistakes, where anything
has changed since they last were. What is fresh is skipped; read what is written before
you commit it.
"""

from __future__ import annotations

import argparse
import importlib
from pathlib import Path

from autograder.commands.main import main

TESTS = Path(__file__).parent
TREES = TESTS.parent / "test_trees"
ANSWERED = (TREES, TESTS / "assignments" / "quick", TESTS / "assignments" / "one")
UNITS = TESTS.parent / "docs" / "units"


def makers() -> list[str]:
    """The test modules that renew something."""
    return [
        ".".join((TESTS.name, *path.relative_to(TESTS).with_suffix("").parts))
        for path in sorted(TESTS.rglob("test_*.py"))
        if "\ndef renew() -> None:\n" in path.read_text(encoding="utf-8")
    ]


def renew(what: str) -> None:
    """Renew what modules make whose names have that in them."""
    for folder in () if what else ANSWERED:
        assert main(["renew", str(folder)]) == 0, folder
    for name in makers():
        if what in name:
            print(f"renewing what {name} shows")  # noqa: T201 - it takes a while
            importlib.import_module(name).renew()
    for unit in (TREES, *[TREES / path.stem for path in sorted(UNITS.glob("*.md"))]):
        if not what:
            assert main(["adequacy", "--check", "--changed", str(unit)]) == 0, unit


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Renew what is made of the code.")
    parser.add_argument("what", nargs="?", default="", help="a part of a module's path")
    renew(parser.parse_args().what)
