"""The words on a module that a submission has not: what was found, what to do."""

from __future__ import annotations

import heapq
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import PurePosixPath

from autograder.text import clean, few_names
from autograder.uploads import notebooks as reading
from autograder.uploads.reading import (
    FOLDER_AS_FILE,
    NOTEBOOK,
    TOO_LARGE,
    Refused,
    module_file_names,
)

SEARCH = "_search"  # how the name of a module's search function ends
DEFINED = re.compile(rb"^(?:async )?def (\w+)\(", re.MULTILINE | re.ASCII)
NAME, NAMES = 40, 60  # characters of one name, and of several
HOW_NEAR = 0.6
MOST = 1000  # names that are compared, letter by letter
PACKAGE = "send the code of the folder {} as one file, {}.py"
ARCHIVES = {".zip", ".tar", ".gz", ".tgz", ".xz", ".bz2", ".7z", ".rar"}
IS_A_NOTEBOOK = "is a notebook: name it {}.ipynb"
NO_MODULE = "is a notebook: send it as plain Python"
CLEAR = f"{TOO_LARGE.partition(';')[0]}: clear its outputs and save it again"
OTHER_KINDS = {
    NOTEBOOK: IS_A_NOTEBOOK.format("MODULE"),
    **dict.fromkeys((".pyc", ".so", ".pyd"), "is compiled: send its source"),
    **dict.fromkeys(
        (".docx", ".doc", ".odt", ".rtf", ".pdf", ".html"),
        "is a document: save the program as plain text",
    ),
}


@dataclass(frozen=True, slots=True)
class Seen:
    """What was seen in files where a module is missing.

    `notebooks` tells by name what is wrong with each, or "", `holders` by module the
    name of the file that has its search.
    """

    notebooks: Mapping[str, str] = field(default_factory=dict)
    holders: Mapping[str, str] = field(default_factory=dict)


NOTHING_SEEN = Seen()


def missing_module_sentence(
    module: str,
    sent: Iterable[str],
    refused: Mapping[str, str],
    used: Collection[str] = (),
    seen: Seen = NOTHING_SEEN,
) -> str:
    """One sentence on a module, by the paths found and why some were refused.

    What is `used` as it is, by its name, is not to be renamed.
    """
    name, either = f"{module}.py", module_file_names([module])
    for path, reason in refused.items():
        named = PurePosixPath(path).name
        if named in either:
            shown = clean(path, NAME) if reason == FOLDER_AS_FILE else named
            is_large = reason == TOO_LARGE and named != name
            return f"{shown} {CLEAR if is_large else reason}"
    paths = [PurePosixPath(path) for path in sorted(sent)]
    folders = dict.fromkeys(path.parent for path in paths if path.name in either)
    if folders:
        homes = [f"{each}/" if each.parts else "the top folder" for each in folders]
        one_place = "put the modules into one folder, and each there once"
        return f"{name} is in {_few(homes)}; {one_place}"
    names = sorted({path.name for path in paths})
    others = [f"{clean(path, NAME)} {reason}" for path, reason in refused.items()]
    found_there = [f"found {_few(names) or 'nothing'}"]
    free = [n for n in names if {n, f"{PurePosixPath(n).stem}.py"}.isdisjoint(used)]
    is_package = any(path.parts[-2:] == (module, "__init__.py") for path in paths)
    near = [*_near(name, free, seen.notebooks), *_held(module, seen.holders)]
    packed = [
        f"unpack {clean(each, NAME)} and send what is in it"
        for each in names
        if PurePosixPath(each.lower()).suffix in ARCHIVES
    ]
    told = [*near, *packed, *[PACKAGE.format(module, module)] * is_package]
    told += [*_notebooks(module, free, seen), *others, *found_there]
    return f"{name} is missing; {told[0]}"


def _near(name: str, names: list[str], notebooks: Mapping[str, str]) -> list[str]:
    from difflib import get_close_matches  # noqa: PLC0415 - for a mistake alone

    keys = {_bare(key): n for n in reversed(names) if (key := _as_module(n))}
    wanted = _bare(name)  # two short names are not near for the ending that they share
    likely = heapq.nsmallest(MOST, keys, key=lambda key: abs(len(key) - len(wanted)))
    near = get_close_matches(wanted, likely, n=1, cutoff=HOW_NEAR)
    if not near:
        return []
    found = keys[near[0]]
    ending = PurePosixPath(found.lower()).suffix
    kind = notebooks.get(found) or OTHER_KINDS.get(ending, "")
    kind = kind.replace("MODULE", name.removesuffix(".py"))
    shown = clean(found, NAME)
    return [f"{shown} {kind}" if kind else f"rename {shown}?"]


def _bare(name: str) -> str:
    """A name without the endings of a module, and of a browser that added one."""
    return name.replace(".txt", "").replace(".py", "")


def _held(module: str, holders: Mapping[str, str]) -> list[str]:
    """In which other file the search of a module is."""
    if module not in holders:
        return []
    name = holders[module]
    ending = NOTEBOOK if _of_kind(NOTEBOOK, [name]) else ".py"
    is_in = f"{module}{SEARCH} is in {clean(name, NAME)}"
    return [f"{is_in}: send that as {module}{ending}"]


def modules_with_search(content: bytes, modules: Iterable[str]) -> set[str]:
    """The modules whose search function, by its usual name, a file defines."""
    names = {match[1].decode() for match in DEFINED.finditer(content)}
    return {module for module in modules if f"{module}{SEARCH}" in names}


def swapped_module_sentences(contents: Mapping[str, bytes]) -> list[str]:
    """That two modules have each other's search, and not their own."""
    held = {
        module: modules_with_search(body, contents) for module, body in contents.items()
    }
    return [
        f"{one}.py has {other}{SEARCH}, and {other}.py has {one}{SEARCH}: give each "
        "file the name of the other"
        for one, other in combinations(held, 2)
        if other in held[one] and one in held[other]
        if one not in held[one] and other not in held[other]
    ]


def _as_module(name: str) -> str:
    """The name to compare with a module's; "" if the file cannot be one."""
    lower = PurePosixPath(name.lower())
    if lower.suffix in OTHER_KINDS:
        return f"{lower.name.partition('.')[0]}.py"
    return lower.name if ".py" in lower.name or lower.suffix in ("", ".txt") else ""


def unread_notebook_sentences(sent: Iterable[str], stub: str) -> list[str]:
    """That a notebook is not read, where the module beside it is left as a stub."""
    wanted = f"{stub.removesuffix('.py')}{NOTEBOOK}"
    return [
        f"{clean(name, NAME)} is not read, and {stub} is not filled in; is your code "
        f"in the notebook? Send it as {wanted}, and leave {stub} out"
        for name in notebooks_of(sent)[:1]
    ]


def twin_notebook_sentences(sent: Iterable[str], modules: Collection[str]) -> list[str]:
    """That a notebook is not read, where the module of its name is graded."""
    pairs = ((name, f"{PurePosixPath(name).stem}.py") for name in notebooks_of(sent))
    return [
        f"{clean(name, NAME)} is not read; {module} is graded"
        for name, module in pairs
        if module in modules
    ]


def notebook_fault_and_module(content: bytes) -> tuple[str, bytes]:
    """Why a notebook cannot be read, or ""; and the module that it would be."""
    try:
        return "", reading.module_of(content, "", "")[0]
    except Refused as refusal:
        return str(refusal), b""


def is_notebook(content: bytes) -> bool:
    """Whether what is named like a module holds a notebook."""
    has_cells = b'"cells"' in content or b'"worksheets"' in content
    return content.lstrip()[:1] == b"{" and b'"nbformat"' in content and has_cells


def notebook_ending_sentence(name: str, modules: Collection[str]) -> str:
    """What to do with a file of Python's ending that holds a notebook."""
    module = name.removesuffix(".py")
    return IS_A_NOTEBOOK.format(module) if module in modules else NO_MODULE


def _notebooks(module: str, names: list[str], seen: Seen) -> list[str]:
    there = _of_kind(NOTEBOOK, names)
    there.sort(key=lambda name: bool(seen.notebooks.get(name)))  # the likely one first
    is_one = IS_A_NOTEBOOK.format(module)
    return [f"{clean(n, NAME)} {seen.notebooks.get(n) or is_one}" for n in there[:1]]


def notebooks_of(sent: Iterable[str]) -> list[str]:
    """The names of the notebooks, each once, in order."""
    return _of_kind(NOTEBOOK, sorted({PurePosixPath(path).name for path in sent}))


def _of_kind(suffix: str, names: Iterable[str]) -> list[str]:
    return [name for name in names if PurePosixPath(name.lower()).suffix == suffix]


def _few(names: list[str]) -> str:
    return few_names(tuple(clean(name, NAME) for name in names), NAMES)
