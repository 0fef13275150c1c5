"""A share of the cases, to be quicker."""

from __future__ import annotations

import subprocess
from functools import cache
from zlib import crc32

import pytest

from tests.small import ROOT


def pytest_addoption(parser: pytest.Parser) -> None:
    """How many of the cases are tried: all of them take a quarter of an hour."""
    parser.addoption(
        "--one-of",
        type=int,
        default=1,
        metavar="N",
        help="try one case in N, others of each day's commits",
    )


def pytest_report_header(config: pytest.Config) -> str | None:
    """Which were chosen: the same again for the same commit."""
    one_of = config.getoption("--one-of")
    return f"one case in {one_of}, as {day()} draws them" if one_of > 1 else None


def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> None:
    """A share of the cases, drawn by the day of what is checked out."""
    one_of = config.getoption("--one-of")
    left = [item for item in items if _number(item) % one_of]
    config.hook.pytest_deselected(items=left)
    items[:] = [item for item in items if _number(item) % one_of == 0]


def _number(item: pytest.Item) -> int:
    return crc32(f"{day()} {item.nodeid}".encode())


@cache
def day() -> str:
    """The day of the commit that is checked out; nothing where there is none."""
    asked = ("git", "-C", str(ROOT), "log", "-1", "--format=%cs")
    try:
        done = subprocess.run(asked, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return ""
    return done.stdout.strip()
