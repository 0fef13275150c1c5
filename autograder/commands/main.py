"""The command line: it finds the command, and turns faults into exit statuses."""

from __future__ import annotations

import argparse
import gc
import importlib
import os
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from signal import SIGINT
from typing import NoReturn

from autograder import __version__
from autograder.commands.options import (
    Parser,
    complain,
    help_format,
    prepare_streams,
    show,
)
from autograder.commands.stopping import Stopped
from autograder.errors import (
    FAULTS_OF_THE_MACHINE,
    AssignmentError,
    AutograderError,
    GraderError,
    system_error_sentence,
)
from autograder.project import INSTALLED, PACKAGE, PROJECT, SCRIPT, command_prefix
from autograder.venv import finished

MODULES = {"class": "classroom"}  # of commands that are called by a word of Python's
COMMANDS = {  # each a module here, with `add_options` and `run`; one is imported
    "grade": "grade a folder, a .py file, a notebook or a zip",
    "class": "grade the submissions of a whole class",
    "debug": "run your own code on one tree or row, with breakpoints and prints",
    "new": "write an assignment to begin with",
    "convert": "write another project's game trees as tree files",
    "answers": "compute the answers of an assignment",
    "renew": "compute what is stale of the answers of all assignments",
    "show": "draw a tree, in the terminal or as a picture",
    "play": "let two programs play a game, or play against one",
    "tournament": "let all programs of a class play each other, and rate them",
    "perft": "count a game's lines of play by their length",
    "adequacy": "tell which mistakes the trees can catch",
    "misconceptions": "list the mistakes that are known, or write them out",
    "bundle": "write autograder.zip and student.zip",
    "try_zip": "grade by autograder.zip as Gradescope would",
}
NOT_ON_WINDOWS = {
    "class": "nothing there keeps submissions from your files",
    "bundle": "its line ends break the scripts that Gradescope runs",
    "try_zip": "Gradescope has Linux",
}
ELSEWHERE = (
    "{} does not work on Windows, since {}: use WSL or a container "
    "(docs/platforms.md); with --trust-submissions you can grade your own folder here"
)
MISTYPED = "{}: there is no such submission; did you mean the command `{}`?"
LONGEST_NAME = 20  # of what may be a command, mistyped
NEAR = 0.7  # of difflib: `bundel` is, `reference` is to no command
DOCUMENTS = "; the documents: autograder/_data/docs, in the folder that --version names"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status is 0, 2 or 3 as the README tells."""
    prepare_streams()
    package = finished.missing_package()
    if package:
        return _without(package)
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        if not given or given[0] not in (*COMMANDS, "-h", "--help", "--version"):
            _require_not_mistyped(*given[:1])
            given.insert(0, "grade")
        if given[0] == "--version":
            show(f"{SCRIPT} {__version__} ({PACKAGE.parent})")
            return 0
        options = parser(given[0]).parse_args(given)
        if sys.platform == "win32" and given[0] in NOT_ON_WINDOWS:
            raise AssignmentError(ELSEWHERE.format(given[0], NOT_ON_WINDOWS[given[0]]))
        status: int = options.run(options)
    except AutograderError as fault:
        complain(str(fault))
        return fault.exit_status
    except OSError as fault:  # a file that cannot be read or written
        complain(system_error_sentence(fault))
        ours = fault.errno in FAULTS_OF_THE_MACHINE
        return (GraderError if ours else AssignmentError).exit_status
    except KeyboardInterrupt as stop:
        return _stopped(stop)
    return status


def _require_not_mistyped(word: str = "") -> None:
    """AssignmentError where nothing has that name, and a command a similar one."""
    if len(word) > LONGEST_NAME or Path(word).exists():
        return
    from difflib import get_close_matches

    names = (name for name in COMMANDS if _module(name).is_file())
    if near := get_close_matches(word, names, 1, NEAR):
        raise AssignmentError(MISTYPED.format(word, near[0]))


def run() -> NoReturn:
    """Run one command as a process of its own, which ends here.

    A grading takes less than a second: cycles need not be collected in it, nor
    modules be taken apart at its end.
    """
    gc.disable()
    try:
        status = main()
    except SystemExit as end:  # from argparse
        status = end.code if isinstance(end.code, int) else AssignmentError.exit_status
    except KeyboardInterrupt as stop:  # while a command was imported
        status = _stopped(stop)
    except ImportError as fault:  # of a package of which only a part is there
        package = (fault.name or "").partition(".")[0]
        if package in ("", "autograder"):
            traceback.print_exc()
            status = GraderError.exit_status
        else:
            status = _without(package)
    except BaseException:  # noqa: BLE001 - nothing may end without a word
        with suppress(MemoryError):  # of which there may be too little for the word
            traceback.print_exc()
        status = GraderError.exit_status
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(status)


def _stopped(stop: KeyboardInterrupt) -> int:
    by = stop if isinstance(stop, Stopped) else Stopped(SIGINT)
    complain(str(by))
    return by.exit_status


def _without(package: str) -> int:
    complain(finished.missing_package_sentence(package, str(PROJECT)))
    return AssignmentError.exit_status


def parser(chosen: str) -> argparse.ArgumentParser:
    """The parser; its result has the chosen command's function as `run`."""
    name = Path(command_prefix()[-1]).name
    more = DOCUMENTS if PROJECT == INSTALLED else ""  # in a clone everybody sees them
    top = Parser(
        prog=name,
        description="Grade game-tree search, tree by tree.",
        epilog=f"`grade` may be left out: {name} SUBMISSION{more}",
        formatter_class=help_format,
    )
    purpose = "show which version this is, and where it lies"
    top.add_argument("--version", action="store_true", help=purpose)
    commands = top.add_subparsers(required=True, metavar="COMMAND")
    for name, purpose in COMMANDS.items():
        if chosen in COMMANDS and name != chosen:  # only the help lists all
            continue
        if not _module(name).is_file():  # students have no class to grade
            continue
        command = commands.add_parser(
            name,
            help=purpose,
            description=f"{purpose.capitalize()}.",
            allow_abbrev=False,
            formatter_class=help_format,
        )
        if name == chosen:
            module = importlib.import_module(f"{__package__}.{_module(name).stem}")
            module.add_options(command)
            command.set_defaults(run=module.run)
    return top


def _module(command: str) -> Path:
    return Path(__file__).with_name(f"{MODULES.get(command, command)}.py")
