"""Where this project lies, and its own modules that are loaded by path."""

from __future__ import annotations

import importlib.util
import shlex
import sys
import zlib
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from autograder.errors import AssignmentError
from autograder.files import visible

PACKAGE = Path(__file__).resolve().parent
# Of an installed package; a clone, or a zip unpacked, has beside it what that holds.
INSTALLED = PACKAGE / "_data"
PROJECT = INSTALLED if INSTALLED.is_dir() else PACKAGE.parent
TRUSTED, STUBS = "reference", "student_template"  # of the project, and of a course
REFERENCE = PROJECT / TRUSTED
TREES = PROJECT / "test_trees"
GAMES, LAWS, MISTAKES = "games", "laws", "misconceptions"
STARTER = "grade.py"  # for who has no bash, and for stubs that are run in an editor
SCRIPT = "game-search-autograder"  # the command of an installed package


@dataclass(frozen=True, slots=True)
class Places:
    """Where an assignment's own things are: in its folder first, then the project's.

    Its `reference/` and its `student_template/` are laid out as the project's are. Of
    what both have by one name, its own is meant.
    """

    folder: Path | None = None

    def trusted_path(self, inside: str, project: Path = REFERENCE) -> Path:
        """A file below `reference/`; the project's is below that folder of its."""
        mine = self.folder / TRUSTED / inside if self.folder else None
        return mine if mine is not None and mine.is_file() else project / inside

    def files_by_name(
        self, inside: str, project: Path | None = None, pattern: str = "[a-z]*.py"
    ) -> dict[str, Path]:
        """The files of a folder of `reference/` by name, or else of that `project`."""
        paths = [
            *visible(project or REFERENCE / inside, pattern),
            *self.own_files(f"{TRUSTED}/{inside}/{pattern}"),
        ]
        found = {path.stem: path for path in paths}
        return {name: found[name] for name in sorted(found)}

    def own_files(self, pattern: str) -> list[Path]:
        """The files of its own that fit, sorted."""
        return visible(self.folder, pattern) if self.folder else []

    def stub_path(self, module: str, project: Path = PROJECT, of: str = "") -> Path:
        """The file that students fill in; the project may have others in a folder."""
        name, stubs = f"{module}.py", project / STUBS
        mine = self.folder / STUBS / name if self.folder else None
        known = (path for path in (mine, stubs / of / name) if path and path.is_file())
        return next(known, stubs / name)


THE_PROJECTS = Places()  # of an assignment that has nothing of its own


def command_prefix() -> tuple[str, ...]:
    """What to type, as it was started: Windows has no bash, others no `python`."""
    if Path(sys.argv[0]).name == STARTER:
        return ("python" if sys.platform == "win32" else "python3", STARTER)
    return (SCRIPT if PROJECT == INSTALLED else "./run_autograder",)


def command_line(*words: object) -> str:
    """One of our commands, as it is to be typed here; its words are quoted."""
    return shlex.join((*command_prefix(), *map(str, words)))


def answers_command(folder: Path) -> str:
    """What computes an assignment's answers; the default one of a clone has no name."""
    named = () if folder == TREES and PROJECT != INSTALLED else (folder,)
    return command_line("answers", *named)


def how_to_add(extra: str) -> str:
    """What installs the packages of an extra: `class` or `cluster`."""
    if PROJECT == INSTALLED:
        return f"pip install '{SCRIPT}[{extra}]'"
    return f"./setup.sh --{extra}"


def files_of_package(package: Path = PACKAGE) -> dict[str, Path]:
    """The files of the package, by their names below it; what is installed has more."""
    files = {p.relative_to(package): p for p in visible(package, "**/*")}
    ours = {
        name: path
        for name, path in files.items()
        if path.is_file() and not {INSTALLED.name, "__pycache__"} & {*name.parts}
    }
    return {name.as_posix(): path for name, path in ours.items()}


def is_for_authors(path: Path, folder: Path) -> bool:
    """Whether a file of an assignment's folder is a solution or a stub, and no test."""
    return path.relative_to(folder).parts[0] in (TRUSTED, STUBS)


def places_above(file: Path) -> Places:
    """The places of the nearest folder above a file that has a `reference/`.

    The project's own is none of an assignment.
    """
    mine = (folder for folder in file.parents if (folder / TRUSTED).is_dir())
    nearest = next(mine, PROJECT)
    return THE_PROJECTS if nearest == PROJECT else Places(nearest)


def load_module(path: Path) -> ModuleType:
    """A trusted module, by its path; in `sys.modules` it has a name of its own."""
    name = f"autograder_trusted_{path.stem}_{zlib.crc32(bytes(path)):08x}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None or not path.is_file():
        raise AssignmentError(f"{path} does not exist")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look themselves up here
    spec.loader.exec_module(module)
    return module
