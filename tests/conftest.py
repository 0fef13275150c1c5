"""What all tests share: how hypothesis behaves, how many run at once, a browser.

A share of the cases can be tried, to be quicker: another of each day's commits.

Hypothesis has no deadlines, since machines are shared; no database, since a checkout
may be closed to writing; and few examples, since there are many laws. What Python
compiles is kept, whatever the caller's environment says: tests start hundreds of
processes, each of which would compile all of it again.
"""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from zlib import crc32

import pytest
from hypothesis import settings

from tests import chromium
from tests.chromium import Browser
from tests.small import ROOT, examples

# Before the workers of pytest-xdist begin, and with them what they start.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

settings.register_profile(
    "shared_machine", deadline=None, database=None, max_examples=examples(50)
)
settings.load_profile("shared_machine")

# What a shell starts in the background ignores Ctrl-C, and so does all that it starts.
signal.signal(signal.SIGINT, signal.default_int_handler)

# pytest must not import what is made to do harm, whatever its name.
collect_ignore_glob = ["hostile/*", "submissions/*"]


UMASK = os.umask(0o022)
os.umask(UMASK)


@pytest.fixture(autouse=True)
def umask() -> Iterator[None]:
    """What a command creates is closed to others; here it is not the whole process.

    A fixture of a module may have called it, before any of this.
    """
    os.umask(UMASK)
    yield
    os.umask(UMASK)


@pytest.fixture(scope="module")
def session() -> Iterator[Browser]:
    """One browser for all tests of a module: to start it takes a second."""
    missing = chromium.lacking()
    if missing:
        pytest.skip(missing)
    with chromium.browser() as opened:
        yield opened


@pytest.fixture
def reader(session: Browser) -> Iterator[Browser]:
    """A reader at a desk, by day. Whatever was read, nothing complained."""
    session.size(1280, 900)
    session.media()
    session.log("browser")
    yield session
    assert [entry["message"] for entry in session.log("browser")] == []


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: many tests wait for a time limit."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_finish() -> None:
    """What was collected stays: no need to look for garbage in it again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)


def pytest_addoption(parser: pytest.Parser) -> None:
    """How many of the cases are tried: all take half an hour."""
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
