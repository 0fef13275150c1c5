"""docs/adequacy.md shows what is printed.

`python -m tests.renew` writes its transcripts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.small import ROOT, run
from tests.transcripts import agrees, shortened

DOCUMENT = ROOT / "docs" / "adequacy.md"
FILES = re.compile(r"`(small/\S+\.yaml)`[^\n]*:\n\n```yaml\n(.*?)```", re.DOTALL)
CONSOLE = re.compile(r"```console\n\$ ./run_autograder ([^\n]+)\n(.*?)```", re.DOTALL)


def test_the_transcripts_are_what_is_printed(tmp_path: Path) -> None:
    """The files of docs/adequacy.md, and in their folder its commands, in order."""
    text = DOCUMENT.read_text(encoding="utf-8")
    *given, (made, content) = FILES.findall(text)
    assert len(given) == 4
    transcripts = CONSOLE.findall(text)
    assert len(transcripts) == 2
    printed = list(replayed(tmp_path, text))
    for (_, shown), told in zip(transcripts, printed, strict=True):
        assert agrees(shown, told)
    assert (tmp_path / made).read_text(encoding="utf-8") == content


def replayed(folder: Path, text: str) -> Iterator[str]:
    """What the commands of the document print in a folder with its files."""
    *given, _ = FILES.findall(text)
    for name, content in given:
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(content, encoding="utf-8")
    for command, _ in CONSOLE.findall(text):
        done = run(*command.split(), cwd=folder)
        assert done.stderr == ""
        yield done.stdout


def renew() -> None:
    """Write the transcripts of docs/adequacy.md anew, and the tree that it shows."""
    text = DOCUMENT.read_text(encoding="utf-8")
    *_, (made, content) = FILES.findall(text)
    with TemporaryDirectory() as folder:
        printed = list(replayed(Path(folder), text))
        for (_, shown), new in zip(CONSOLE.findall(text), printed, strict=True):
            text = text.replace(shown, shortened(shown, new))
        text = text.replace(content, Path(folder, made).read_text(encoding="utf-8"))
    DOCUMENT.write_text(text, encoding="utf-8")
