"""Trees that are little more than a long chain: every command comes to an end."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.chains import ONLY_CHILD, TWO_LEAVES, problems, write

MOST_NODES = 1000  # of a tree that `adequacy` tries


@pytest.mark.parametrize("plies", [100, 500, 2000])
@pytest.mark.parametrize("end", [TWO_LEAVES, ONLY_CHILD])
def test_each_command_ends(plies: int, end: str, tmp_path: Path) -> None:
    """However deep the recursion goes; `adequacy` takes no tree of 2000 nodes."""
    folder = write(tmp_path, plies, end)
    left_out = (
        f"adequacy: 2, {folder}: all trees have more than 1,000 nodes and are left out;"
        " add a smaller one\n"
    )
    assert problems(folder) == ([left_out] if plies > MOST_NODES else [])
