"""A browser, for the tests of pages; and a share of the cases where there are many."""

from __future__ import annotations

import subprocess
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from zlib import crc32

import pytest

from tests import chromium
from tests.chromium import Browser
from tests.small import ROOT

FEW = 3  # cases of a law that are tried in any case


def pytest_addoption(parser: pytest.Parser) -> None:
    """How many of the cases are tried: a whole run takes longer than one waits."""
    parser.addoption(
        "--one-of",
        type=int,
        default=1,
        metavar="N",
        help="of each law with many cases try one in N, others of each day's commits",
    )


def pytest_report_header(config: pytest.Config) -> str | None:
    """Which were chosen: the same again for the same commit."""
    one_of = config.getoption("--one-of")
    return f"one case in {one_of}, as {day()} draws them" if one_of > 1 else None


def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Each law keeps some of its cases, drawn by the day of what is checked out."""
    laws = defaultdict[str, list[pytest.Item]](list)
    for item in items:
        laws[item.nodeid.partition("[")[0]].append(item)
    one_of = config.getoption("--one-of")
    kept = {item for law in laws.values() for item in share(law, one_of)}
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = [item for item in items if item in kept]


def share(law: Sequence[pytest.Item], one_of: int) -> Sequence[pytest.Item]:
    """One case in so many, and no fewer than a few."""
    drawn = sorted(law, key=lambda item: crc32(f"{day()} {item.nodeid}".encode()))
    return drawn[: max(FEW, -(-len(law) // one_of))]


@cache
def day() -> str:
    """The day of the commit that is checked out; nothing where there is none."""
    asked = ("git", "-C", str(ROOT), "log", "-1", "--format=%cs")
    try:
        done = subprocess.run(asked, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return ""
    return done.stdout.strip()


@pytest.fixture(scope="module")
def session() -> Iterator[Browser]:
    """One browser for all tests here: to start it takes a second."""
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
