"""A right function beside each broken one, on each tree of the default assignment."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.judging.verdicts import Verdict
from tests.kinds.search.test_alone import (
    CASES,
    FUNCTIONS,
    OTHER,
    REFERENCE,
    STYLES,
    broken,
    checked,
    made,
)


@pytest.mark.parametrize(
    "question, path, function",
    [
        pytest.param(question, path, function, id=f"{question}-{path.stem}-{function}")
        for question, paths in STYLES.items()
        for path in paths
        for function in FUNCTIONS
    ],
)
def test_a_right_function_is_right_beside_a_broken_one(
    question: str, path: Path, function: str
) -> None:
    """On every tree, whichever of all misconceptions has broken the other.

    The conventions stand beside one that returns nonsense.
    """
    is_reference = path == REFERENCE / f"{question}.py"
    nonsense = f"def {OTHER[function]}(*_): return 77"
    count = 0
    for source in broken(question, OTHER[function]) if is_reference else [nonsense]:
        module = made(path, source)
        for case in CASES[question]:
            found = checked(module, case, function)
            if found is not None:
                assert found.verdict is Verdict.CORRECT, (source, case.name)
                assert found.passed is None, (source, case.name)
                count += 1
    assert count > (400 if is_reference else 20)
