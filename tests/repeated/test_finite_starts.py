"""A search that begins at a large number, in place of infinity, loses points."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from autograder.sandbox.sandbox import Sandbox
from tests.unitgrading import REFERENCE, graded, unit

IMPORT = "from math import inf\n"
LARGE = "inf = 10**12\n"
UNITS = (
    ".",
    "chance",
    "connect_four",
    "depth_limited",
    "iterative_deepening",
    "killers",
    "ordering",
    "quiescence",
    "shapes",
    "stacks",
    "transpositions",
)


NOT_SEEN = {"stacks": ["alpha_beta_dfs"]}  # a gap: its trees have no such leaf


@pytest.fixture
def sandbox() -> Iterator[Sandbox]:
    """A sandbox of its own."""
    with Sandbox() as sandbox:
        yield sandbox


@pytest.mark.parametrize("name", UNITS)
def test_no_large_number_is_infinity(
    tmp_path: Path, sandbox: Sandbox, name: str
) -> None:
    """In each question of the unit whose reference begins at infinity."""
    modules = {case.question.module for case in unit(name).cases}
    texts = {each: REFERENCE.joinpath(f"{each}.py").read_text() for each in modules}
    begin = {each: text for each, text in texts.items() if IMPORT in text}
    for module, text in begin.items():
        (tmp_path / f"{module}.py").write_text(text.replace(IMPORT, LARGE))
    earned = graded(name, tmp_path, sandbox)
    assert {q.module for q in unit(name).questions() if q.name in earned} == {*begin}
    paid_in_full = [q for q, each in earned.items() if each.points >= each.most]
    assert paid_in_full == NOT_SEEN.get(name, [])
