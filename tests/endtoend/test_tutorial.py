"""docs/tutorial.md: a stranger who types what stands there gets what it shows.

`python -m tests.renew` writes what is shown there anew.
"""

from __future__ import annotations

import re
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.small import PYTHON, ROOT, environment, without_layers
from tests.transcripts import agrees, shortened

DOCUMENT = ROOT / "docs" / "tutorial.md"
PART = re.compile(
    r"`(?P<name>\w[\w/.]+)`:\n\n```\w+\n(?P<content>.*?)```"
    r"|```console\n(?P<console>.*?)```"
    r"|```yaml\n(?P<rows>      my own: .*?)```",
    re.DOTALL,
)
COMMAND = re.compile(r"^\$ ([^\n]+)\n(.*?)(?=^\$ |\Z)", re.MULTILINE | re.DOTALL)
PROGRAMS = {"./run_autograder": PYTHON}


def typed(folder: Path, text: str) -> Iterator[tuple[str, str, str]]:
    """Each command whose output is shown, what is shown, and what it prints.

    The folder is a clone, as far as the page needs one.
    """
    for name in ("examples", "reference", "student_template", "test_trees"):
        (folder / name).symlink_to(ROOT / name)
    for part in PART.finditer(text):
        if part["name"]:
            path = folder / part["name"]
            path.parent.mkdir(exist_ok=True)
            path.write_text(part["content"], encoding="utf-8")
        elif part["rows"]:
            with (folder / "my_course" / "assignment.yaml").open("a") as file:
                file.write(part["rows"])
        for command, shown in COMMAND.findall(part["console"] or ""):
            yield command, shown, ran(command, folder)


def ran(command: str, folder: Path) -> str:
    """What a command prints."""
    program, *arguments = shlex.split(command)
    done = subprocess.run(
        [*PROGRAMS.get(program, (program,)), *arguments],
        cwd=folder,
        env=environment(COLUMNS="80"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, ""), command
    return done.stdout


def lasting(text: str) -> str:
    """What is printed, without seconds, and what this machine has of walls."""
    return re.sub(r"in \d+(\.\d)? s\b", "in 3 s", without_layers(text)).rstrip() + "\n"


def test_every_command_prints_what_is_shown(tmp_path: Path) -> None:
    """From `new` to a class that is graded."""
    tmp_path.chmod(0o755)
    text = DOCUMENT.read_text(encoding="utf-8")
    done = [*typed(tmp_path, text)]
    assert len(done) == 9
    for command, shown, printed in done:
        kept = lasting if "examples" in command else str
        assert agrees(kept(shown) + "\n", kept(printed) + "\n"), (command, printed)


def renew() -> None:
    """Write what the commands print anew."""
    text = DOCUMENT.read_text(encoding="utf-8")
    with TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        for command, shown, printed in typed(folder, text):
            kept = lasting(printed)
            head = f"$ {command}\n"
            text = text.replace(head + shown, head + shortened(shown, kept), 1)
    DOCUMENT.write_text(text, encoding="utf-8")
