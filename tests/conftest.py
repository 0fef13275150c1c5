"""What all tests share: how hypothesis behaves, how many run at once, a browser.

Hypothesis has no deadlines, since machines are shared; no database, since a checkout
may be closed to writing; and few examples, since there are many laws. What Python
compiles is kept, whatever the caller's environment says: tests start hundreds of
processes, each of which would compile all of it again.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests import chromium
from tests.chromium import Browser
from tests.small import examples

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
