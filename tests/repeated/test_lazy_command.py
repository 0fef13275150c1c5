"""What is earned without a search, as `adequacy --check` tells it."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

import pytest

from autograder.commands.adequacy import run as run_adequacy
from autograder.errors import AssignmentError
from tests.endtoend.test_lazy import folder_of
from tests.small import TREE


def test_the_command_fails_above_the_limits(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is paid is shown, and told again as a fault, with what to do."""
    folder = folder_of(tmp_path, figure=TREE)
    given = {"question": None, "check": True, "changed": False, "cost": 0}
    given |= {"prices": False, "json": False}
    asked = Namespace(assignment=folder, suggest=None, **given)
    with pytest.raises(AssignmentError, match="7 of 10 points are earned") as caught:
        run_adequacy(asked)
    assert "give less for trees" in str(caught.value).splitlines()[-1]
    shown = capsys.readouterr().out
    assert "Touch all, the first leaf               5.0         2.0     7.0\n" in shown
    best = "What pays best in each question earns 70.0 % of all points"
    assert f"{best}; 10 % is the limit.\n" in shown
