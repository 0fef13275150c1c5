"""Each command that the README names in a sentence works."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

from tests.endtoend.test_readme import README, ran
from tests.small import ROOT

INLINE = re.findall(r"`((?:\./run_autograder|\.venv/bin/\S+) [^`]+)`", README)
MEANT = {
    "SUBMISSION": "reference",
    "DIR": "reference",
    "FOLDER": "reference",
    "TREE": "aima_fig_5_2",
    "TREES": "tests/assignments/one",
    "EXPORT": "{tmp}/export",
    "GRADES": "{tmp}/grades",
    "build": "{tmp}",
    "my_course": "{tmp}/my_course",
}


@pytest.mark.parametrize("command", dict.fromkeys(INLINE))
def test_a_command_named_in_the_text_works(command: str, tmp_path: Path) -> None:
    """With a submission and a folder in the places that it leaves open."""
    shutil.copytree(ROOT / "student_template", tmp_path / "export" / "ada")
    meant = MEANT if " new " in command else MEANT | {"my_course": MEANT["TREES"]}
    words = [
        meant.get(word, word).format(tmp=tmp_path) for word in shlex.split(command)
    ]
    done = ran(*words)
    assert done.returncode == 0, done.stdout + done.stderr
