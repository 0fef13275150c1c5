"""A browser, for the tests of pages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests import chromium
from tests.chromium import Browser


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
