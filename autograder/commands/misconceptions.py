"""The command `misconceptions`: list them, or write them out as submissions."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import chain, count
from pathlib import Path

from autograder import files
from autograder.assignment.questions import AnyQuestion
from autograder.assignment.selection import selected
from autograder.commands.options import Parser, add_folder
from autograder.commands.streams import show
from autograder.errors import AssignmentError
from autograder.kinds.all import KINDS, load
from autograder.kinds.kind import Made
from autograder.text import counted, few

STYLES = 60  # characters of the styles in a line


def add_options(command: Parser) -> None:
    """The options of `misconceptions`."""
    add_folder(command)
    command.add_argument("--question", metavar="NAME", help="only this question")
    command.add_argument(
        "--write",
        type=Path,
        metavar="FOLDER",
        help="write each as a submission, FOLDER/MISTAKE/STYLE/MODULE.py",
    )


def run(options: argparse.Namespace) -> int:
    """List the mistakes of each question, or write them; the folder must be new."""
    assignment = load(options.assignment)
    assignment = selected(assignment, options.question, None)
    folder: Path | None = options.write
    if folder is not None and folder.is_dir() and any(folder.iterdir()):
        raise AssignmentError(f"{folder}: there is something in it; name a new folder")
    for kind in KINDS.values():
        for question, made in kind.mistaken(assignment):
            if folder is None:
                show("\n".join(_listed(question, made)))
            else:
                show(f"{question.name}: wrote {_written(folder, question, made)}")
    return 0


def _listed(question: AnyQuestion, mistaken: tuple[Made, ...]) -> Iterator[str]:
    """A mistake a line, with the styles in which it is one."""
    styles: dict[str, list[str]] = {}
    titles = {each.mistake.name: each.mistake.title for each in mistaken}
    for each in mistaken:
        names = styles.setdefault(each.mistake.name, [])
        names += [] if each.style.name in names else [each.style.name]
    yield f"{question.name}: {counted(len(styles), 'misconception')}"
    for name, found in styles.items():
        yield f"  {name}: {titles[name]}"
        yield f"    {counted(len(found), 'style')}: {few(tuple(found), STYLES)}"


def _written(folder: Path, question: AnyQuestion, mistaken: tuple[Made, ...]) -> str:
    """Write a submission for each mistake in each style; what was written."""
    for each in mistaken:
        place = folder / each.mistake.name
        name = folder_of(each.style.name)
        names = chain((name,), (f"{name}_{way}" for way in count(2)))
        path = next(place / name for name in names if not (place / name).exists())
        head = f'"""{each.mistake.title}.\n\nIn the style: {each.style.name}.\n"""\n\n'
        text = head + each.program.text()
        files.write_text(path / f"{question.module}.py", text)
    return counted(len(mistaken), "submission")


def folder_of(style: str) -> str:
    """The name of a style as that of a folder: `equality at MAX, strict at MIN`."""
    return style.lower().replace(", ", "+").replace(" ", "_")
