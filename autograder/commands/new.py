"""The command `new`: an assignment to begin with, whose comments say what to change."""

from __future__ import annotations

import argparse
from pathlib import Path

from autograder import files
from autograder.answers.file import FOLDER
from autograder.commands.options import Parser, show
from autograder.errors import AssignmentError
from autograder.project import PROJECT, command_line

EXAMPLE = PROJECT / "examples" / "complete" / "course"
MADE = (FOLDER, "__pycache__")


def files_of_example() -> dict[str, Path]:
    """What an author has written of the example, by paths below its folder."""
    paths = (path for path in files.visible(EXAMPLE, "**/*") if path.is_file())
    own = {path.relative_to(EXAMPLE): path for path in paths}
    return {n.as_posix(): p for n, p in own.items() if not {*n.parts} & {*MADE}}


def add_options(command: Parser) -> None:
    """The options of `new`."""
    command.add_argument(
        "folder", type=Path, metavar="DIR", help="where to write it; made if need be"
    )


def run(options: argparse.Namespace) -> int:
    """Write the files; AssignmentError, and none is written, where one is there."""
    paths = {options.folder / name: path for name, path in files_of_example().items()}
    if not paths:  # in an unpacked zip
        raise AssignmentError(f"{EXAMPLE}: it is missing; use a clone or pip install")
    if options.folder.is_file():
        raise AssignmentError(f"{options.folder}: it is a file; name a new folder")
    for path in paths:
        if path.exists() or path.is_symlink():
            raise AssignmentError(f"{path}: it is there already; name another folder")
    for path, example in paths.items():
        files.write_text(path, example.read_text(encoding="utf-8"))
        show(f"wrote {path}")
    show(f"Next: {command_line('answers', options.folder)}")
    return 0
