"""The command `misconceptions`: list them, or write them out as submissions."""

from __future__ import annotations

import argparse
import itertools
from itertools import chain
from pathlib import Path

from autograder import files
from autograder.assignment.questions import AnyQuestion
from autograder.assignment.selection import only_selected
from autograder.authoring.misconceptions import MistakeProgram
from autograder.commands.options import Parser, add_folder, add_path, show
from autograder.errors import AssignmentError
from autograder.kinds.all import KINDS, load
from autograder.text import count_text, wrapped

WIDTH = 80


def add_options(command: Parser) -> None:
    """The options of `misconceptions`."""
    add_folder(command)
    command.add_argument("--question", metavar="NAME", help="only this question")
    add_path(
        command,
        "--write",
        "FOLDER",
        "write each as a submission, FOLDER/MISTAKE/MODULE.py",
    )


def run(options: argparse.Namespace) -> int:
    """List the mistakes of each question, or write them; the folder must be new."""
    assignment = load(options.assignment)
    assignment = only_selected(assignment, options.question, None)
    folder: Path | None = options.write
    if folder is not None and folder.is_dir() and any(folder.iterdir()):
        raise AssignmentError(f"{folder}: there is something in it; name a new folder")
    for kind in KINDS.values():
        for question, made in kind.authors.questions_with_mistakes(assignment):
            if folder is None:
                show(f"{question.name}: {count_text(len(made), 'misconception')}")
                for each in made:
                    show(f"  {each.mistake.name}: {each.mistake.title}")
            else:
                show(f"{question.name}: wrote {_written(folder, question, made)}")
    return 0


def _written(
    folder: Path, question: AnyQuestion, mistaken: tuple[MistakeProgram, ...]
) -> str:
    """Write a submission for each mistake; what was written.

    Where questions share a module, another program of it has a folder of its own.
    """
    for each in mistaken:
        mistake = each.mistake
        told = (wrapped(paragraph, WIDTH) for paragraph in mistake.text.split("\n"))
        lines = "\n\n".join(map("\n".join, told))
        head = f'"""{mistake.title}.\n\n{lines}\n"""\n\n'
        text = head + each.program.text()
        names = chain(("",), (f"_{way}" for way in itertools.count(2)))
        paths = (folder / f"{mistake.name}{name}" for name in names)
        modules = (path / f"{question.module}.py" for path in paths)
        path = next(path for path in modules if files.text_of(path) in ("", text))
        files.write_text(path, text)
    return count_text(len(mistaken), "submission")
