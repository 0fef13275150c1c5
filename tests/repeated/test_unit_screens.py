"""What is shown of each fixture of a unit fits on one screen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from autograder.sandbox.sandbox import Sandbox
from tests import screens
from tests.unitgrading import FOLDER, unit

FIXTURES = sorted(
    path.relative_to(FOLDER).as_posix()
    for path in FOLDER.glob("*/*/")
    if path.name != "__pycache__"
)


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    """One for all."""
    with Sandbox() as shared:
        yield shared


@pytest.mark.parametrize("fixture", FIXTURES)
def test_it_is_one_screen(fixture: str, sandbox: Sandbox) -> None:
    """Whatever is wrong with it, and with how many questions."""
    name = fixture.partition("/")[0]
    whole = screens.graded(FOLDER / fixture, unit(name), sandbox)
    assert whole.results
