"""What is wrong with a tree file, as the tests of all its keys write it."""

from __future__ import annotations

import pytest

from autograder.errors import FileProblems
from autograder.trees import file as treefile


def problems(text: str) -> list[str]:
    """What is wrong with a tree file, as `line:column: message`."""
    with pytest.raises(FileProblems) as caught:
        treefile.parse(text)
    return [str(problem).removeprefix("tree:") for problem in caught.value.problems]
