"""The interface of a course: what it lays beside each submission, what students send.

An assignment may keep the stubs of its course. Then a question's module is an adapter:
a module of the author's, with the functions that are called here, which calls what the
student has written under the course's own names.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Mapping as ByName
from collections.abc import Sequence as Many
from pathlib import Path, PurePosixPath

from autograder.assignment.questions import PYTHON, Interface
from autograder.assignment.reading import BAD_PATTERN, MESSAGE, Keys, Reader
from autograder.files import visible
from autograder.project import is_for_authors
from autograder.text import clean, listed
from autograder.trees.marked import SHOWN, MarkedNode

INTERFACE_KEYS = ("provided", "hands_in", "stubs")
WILD = "*?["
BELOW = "give a path below this folder"
SHADOWS = "{} would stand in place of Python's own module of that name; rename it"
OF_GRADER = "{} would stand in place of the grader; rename it"
PACKAGE = "autograder"
OF_GRADERS = {PACKAGE, "gradescope_utils", "pytest", "timeout_decorator", "yaml"}
NOT_THEIRS = {"", PACKAGE, *sys.stdlib_module_names}


def read_interface(reader: Reader, folder: Path, keys: Keys) -> Interface:
    """What these keys of an assignment say; what is wrong is complained of."""
    found: dict[PurePosixPath, Path] = {}
    patterns: list[str] = []
    for item in (
        reader.non_empty_items(keys["provided"], "module") if "provided" in keys else ()
    ):
        pattern = reader.fields.text(item)
        if pattern is not None:
            patterns.append(pattern)
            _add(reader, item, found, _matches(reader, item, folder, pattern))
    handed = _handed_in(reader, keys["hands_in"], found) if "hands_in" in keys else ()
    stubs = None
    if "stubs" in keys:
        stubs = _stubs(reader, keys["stubs"], folder, handed, found)
    return Interface(found, tuple(patterns), handed, stubs)


def check_modules(
    reader: Reader, keys: Keys, interface: Interface, modules: Many[str]
) -> None:
    """Complain where a question asks for a module that nobody has, or students none."""
    asked = [module for module in modules if not interface.provides(module)]
    if "provided" in keys and not interface.hands_in and not asked:
        told = "all modules are `provided`: `hands_in` says what students send"
        reader.complain(keys["provided"].mark, told)
    lost = tuple(f"{m}{PYTHON}" for m in asked if m not in interface.hands_in)
    if interface.hands_in and lost:
        told = f"{listed(lost)} is asked for: students hand it in, or it is `provided`"
        reader.complain(keys["hands_in"].mark, told)


def _matches(
    reader: Reader, item: MarkedNode, folder: Path, pattern: str
) -> dict[PurePosixPath, Path]:
    """The modules that fit a pattern, by their paths below its first folders."""
    shown = clean(pattern, SHOWN)
    parts = PurePosixPath(pattern).parts
    if pattern[0] in "/~" or pattern[1:2] == ":" or ".." in parts:
        reader.complain(item.mark, f"{shown}: {BELOW}")
        return {}
    try:
        paths = [p for p in visible(folder, pattern) if p.is_file()]
    except BAD_PATTERN as fault:
        reason = clean(getattr(fault, "strerror", None) or str(fault), MESSAGE)
        reader.complain(item.mark, f"{shown}: not a pattern ({reason})")
        return {}
    mine = [p for p in paths if p.suffix == PYTHON and not is_for_authors(p, folder)]
    if not mine:
        reader.complain(item.mark, f"{shown}: no module (*.py) fits")
    wild = [place for place, part in enumerate(parts) if {*WILD} & {*part}]
    top = folder.joinpath(*parts[: wild[0] if wild else -1])
    return {PurePosixPath(p.relative_to(top).as_posix()): p for p in mine}


def _add(
    reader: Reader,
    item: MarkedNode,
    provided: dict[PurePosixPath, Path],
    more: ByName[PurePosixPath, Path],
) -> None:
    """Add modules to those that are provided, if they may have these names."""
    for path, file in more.items():
        name = path.parts[0].removesuffix(PYTHON)
        if name in OF_GRADERS:
            reader.complain(item.mark, OF_GRADER.format(path))
        elif name in sys.stdlib_module_names:
            reader.complain(item.mark, SHADOWS.format(clean(str(path), SHOWN)))
        elif provided.setdefault(path, file) != file:
            told = f"{clean(str(path), SHOWN)} is provided twice, by two files"
            reader.complain(item.mark, told)


def _handed_in(
    reader: Reader, node: MarkedNode, provided: ByName[PurePosixPath, Path]
) -> tuple[str, ...]:
    """The modules of these files, each once."""
    modules: dict[str, None] = {}
    for item in reader.non_empty_items(node, "file"):
        name = reader.fields.text(item)
        if name is None:
            continue
        module, shown = name.removesuffix(PYTHON), clean(name, SHOWN)
        if module == name or not module.isidentifier():
            told = f"{shown}: expected the name of a module, such as search.py"
            reader.complain(item.mark, told)
        elif PurePosixPath(name) in provided:
            reader.complain(item.mark, f"{shown} is `provided`: students need not")
        elif module in modules:
            reader.complain(item.mark, f"{shown} stands here twice")
        else:
            modules[module] = None
    return tuple(modules)


def _stubs(
    reader: Reader,
    node: MarkedNode,
    folder: Path,
    handed: Many[str],
    provided: ByName[PurePosixPath, Path],
) -> Path | None:
    """The folder of the course's stubs, which has all that students hand in."""
    name = reader.fields.text(node)
    if name is None:
        return None
    shown, inside, path = clean(name, SHOWN), PurePosixPath(name), folder / name
    if not path.is_dir() or ".." in inside.parts or inside.is_absolute():
        reader.complain(node.mark, f"{shown}: there is no such folder below this one")
        return None
    files = {module: path / f"{module}{PYTHON}" for module in handed}
    lost = tuple(file.name for file in files.values() if not file.is_file())
    if lost:
        reader.complain(node.mark, f"{shown} has no {listed(lost)}")
    beside = {*handed, *(each.parts[0].removesuffix(PYTHON) for each in provided)}
    for file in () if lost else files.values():
        for name in sorted(_imports(file) - beside):
            told = f"{shown}/{file.name} imports {name}, which is not `provided`"
            reader.complain(node.mark, told)
    if not handed:
        told = "`stubs` stand in place of what `hands_in` names, which is not said"
        reader.complain(node.mark, told)
    return path


def _imports(stub: Path) -> set[str]:
    """The modules that a stub imports wherever it runs, and that are not Python's."""
    try:
        body = ast.parse(stub.read_bytes()).body
    except (SyntaxError, ValueError):
        return set()
    names = [each.name for n in body if isinstance(n, ast.Import) for each in n.names]
    names += [n.module or "" for n in body if isinstance(n, ast.ImportFrom)]
    return {name.partition(".")[0] for name in names} - NOT_THEIRS
