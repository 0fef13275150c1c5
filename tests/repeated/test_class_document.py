"""docs/class.md: its commands run, and its queries find what it shows.

`python -m tests.renew` writes what is shown there anew; read the
difference before you commit it.
"""

from __future__ import annotations

import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from autograder.classroom.store import book
from tests.small import PYTHON, ROOT, environment
from tests.transcripts import agrees, shortened

DOCUMENT = ROOT / "docs" / "class.md"
TEXT = DOCUMENT.read_text(encoding="utf-8")
CONSOLE = re.compile(
    r"```console\n\$ (?P<command>[^\n]+)\n(?P<shown>.*?)```", re.DOTALL
)
QUERY = re.compile(
    r"```(?P<language>sql|python)\n(?P<query>.*?)```(?:\n\n[^|`]*`[^\n]*\n|\n)\n"
    r"```text\n(?P<shown>.*?)```",
    re.DOTALL,
)
ROW = re.compile(r"^\| `(\w+)` \| (`.*?) \|", re.MULTILINE)
SECONDS = re.compile(r"in \d+ s\b")
PROGRAMS = {"./run_autograder": PYTHON, ".venv/bin/python": (sys.executable,)}


def ran(command: str, folder: Path) -> str:
    """What a command prints, run in a folder as in the project's."""
    program, *arguments = command.split()
    words = [
        str(ROOT / word) if word.startswith("benchmarks/") else word
        for word in arguments
    ]
    done = subprocess.run(
        [*PROGRAMS[program], *words],
        cwd=folder,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def found(query: str, folder: Path) -> str:
    """What a query prints, in the shell of SQLite or in Python."""
    with closing(sqlite3.connect(folder / "grades" / "class.sqlite")) as base:
        rows = base.execute(query).fetchall()
    return "".join("|".join(map(str, row)) + "\n" for row in rows)


@pytest.fixture(scope="module")
def evening() -> Iterator[tuple[Path, list[tuple[str, str]]]]:
    """A folder in which all commands have been run, and what each shows and prints."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        told = [
            (each["shown"], ran(each["command"], folder))
            for each in CONSOLE.finditer(TEXT)
        ]
        yield folder, told


def test_a_transcript_is_what_is_printed(
    evening: tuple[Path, list[tuple[str, str]]],
) -> None:
    """Each of them, but for how long it takes."""
    _, told = evening
    assert len(told) == 3
    for shown, printed in told:
        assert agrees(SECONDS.sub("in N s", shown), SECONDS.sub("in N s", printed))


def test_a_query_finds_what_is_shown(
    evening: tuple[Path, list[tuple[str, str]]],
) -> None:
    """In the store that the commands above have made."""
    folder, _ = evening
    queries = list(QUERY.finditer(TEXT))
    assert [each["language"] for each in queries] == ["sql"]
    for each in queries:
        assert found(each["query"], folder) == each["shown"]


def test_the_tables_are_those_of_the_store(
    evening: tuple[Path, list[tuple[str, str]]],
) -> None:
    """With all columns, in their order, and the version."""
    folder, _ = evening
    part = TEXT.partition("## The store\n")[2]
    documented = {
        name: re.findall(r"`(\w+)`", columns) for name, columns in ROW.findall(part)
    }
    with closing(sqlite3.connect(folder / "grades" / "class.sqlite")) as base:
        names = base.execute("SELECT name FROM sqlite_master WHERE type <> 'index'")
        tables = {
            name: [row[1] for row in base.execute(f'PRAGMA table_info("{name}")')]
            for (name,) in names.fetchall()
        }
    assert documented == tables
    assert f"`PRAGMA user_version` is {book.FORM}," in part


def written() -> str:
    """The document, with what is printed today."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        text = CONSOLE.sub(
            lambda each: _shown(each, ran(each["command"], folder)), TEXT
        )
        return QUERY.sub(
            lambda each: _shown(each, found(each["query"], folder)),
            text,
        )


def _shown(match: re.Match[str], printed: str) -> str:
    start, end = match.span("shown")
    offset = match.start()
    kept = shortened(match["shown"], printed)
    return match[0][: start - offset] + kept + match[0][end - offset :]


def renew() -> None:
    """Write what is shown anew."""
    DOCUMENT.write_text(written(), encoding="utf-8")
