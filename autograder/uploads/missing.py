"""The words on a module that a submission has not: what was found, what to do."""

from __future__ import annotations

import heapq
import json
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import PurePosixPath

from autograder.text import clean, few
from autograder.uploads.reading import FOLDER_AS_FILE

SEARCH = "_search"  # how the name of a module's search function ends
DEFINED = re.compile(rb"^(?:async )?def (\w+)\(", re.MULTILINE | re.ASCII)
NAME, NAMES = 40, 60  # characters of one name, and of several
HOW_NEAR = 0.6
MOST = 1000  # names that are compared, letter by letter
PACKAGE = "send the code of the folder {} as one file, {}.py"
ARCHIVES = {".zip", ".tar", ".gz", ".tgz", ".xz", ".bz2", ".7z", ".rar"}
NOTEBOOK = ".ipynb"
EXPORTED = "export it as a Python script"
IS_A_NOTEBOOK = f"is a notebook: {EXPORTED}"
IS_DAMAGED = "is a damaged notebook (no JSON): save it again and export it"
IS_NO_NOTEBOOK = "is JSON without cells, and no notebook: send your program"
HAS_NO_CODE = "is a notebook without code: send the one with your program"
EXPORT = (
    "File → Save and Export As → Executable Script (Colab: Download .py), or "
    "`jupyter nbconvert --to script`"
)
OTHER_KINDS = {
    NOTEBOOK: IS_A_NOTEBOOK,
    **dict.fromkeys((".pyc", ".so", ".pyd"), "is compiled: send its source"),
    **dict.fromkeys(
        (".docx", ".doc", ".odt", ".rtf", ".pdf", ".html"),
        "is a document: save the program as plain text",
    ),
}


@dataclass(frozen=True, slots=True)
class Seen:
    """What was seen in files where a module is missing.

    `notebooks` tells by name what each is, `holders` by module the name of the file
    that has its search.
    """

    notebooks: Mapping[str, str] = field(default_factory=dict)
    holders: Mapping[str, str] = field(default_factory=dict)


NOTHING_SEEN = Seen()


def sentence(
    module: str,
    sent: Iterable[str],
    refused: Mapping[str, str],
    used: Collection[str] = (),
    seen: Seen = NOTHING_SEEN,
) -> str:
    """One sentence on a module, by the paths found and why some were refused.

    What is `used` as it is, by its name, is not to be renamed.
    """
    name = f"{module}.py"
    for path, reason in refused.items():
        if PurePosixPath(path).name == name:
            shown = clean(path, NAME) if reason == FOLDER_AS_FILE else name
            return f"{shown} {reason}"
    paths = [PurePosixPath(path) for path in sorted(sent)]
    homes = [_place(path.parent) for path in paths if path.name == name]
    if homes:
        one_place = "put the modules into one folder, and each there once"
        return f"{name} is in {_few(homes)}; {one_place}"
    names = sorted({path.name for path in paths})
    others = [f"{clean(path, NAME)} {reason}" for path, reason in refused.items()]
    found_there = [f"found {_few(names) or 'nothing'}"]
    free = [other for other in names if other not in used]
    package = _as_package(module, paths)
    near = [*_near(name, free, seen.notebooks), *_held(module, seen.holders)]
    told = [*near, *_packed(names), *package, *_notebooks(names, seen.notebooks)]
    told += [*others, *found_there]
    return f"{name} is missing; {told[0]}"


def _place(folder: PurePosixPath) -> str:
    return f"{folder}/" if folder.parts else "the top folder"


def _near(name: str, names: list[str], notebooks: Mapping[str, str]) -> list[str]:
    """What to do with the file that is probably meant."""
    from difflib import get_close_matches  # noqa: PLC0415 - for a mistake alone

    keys = {key: n for n in reversed(names) if (key := _as_module(n))}
    likely = heapq.nsmallest(MOST, keys, key=lambda key: abs(len(key) - len(name)))
    near = get_close_matches(name, likely, n=1, cutoff=HOW_NEAR)
    if not near:
        return []
    found = keys[near[0]]
    kind = notebooks.get(found) or OTHER_KINDS.get(PurePosixPath(found.lower()).suffix)
    shown = clean(found, NAME)
    return [f"{shown} {kind}" if kind else f"rename {shown}?"]


def _held(module: str, holders: Mapping[str, str]) -> list[str]:
    """In which other file the search of a module is."""
    found = [clean(holders[module], NAME)] if module in holders else []
    return [f"{module}{SEARCH} is in {n}: send that as {module}.py" for n in found]


def searches_in(content: bytes, modules: Iterable[str]) -> set[str]:
    """The modules whose search function, by its usual name, a file defines."""
    names = {match[1].decode() for match in DEFINED.finditer(content)}
    return {module for module in modules if f"{module}{SEARCH}" in names}


def swapped(contents: Mapping[str, bytes]) -> list[str]:
    """That two modules have each other's search, and not their own."""
    held = {module: searches_in(body, contents) for module, body in contents.items()}
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


def _as_package(module: str, paths: Iterable[PurePosixPath]) -> list[str]:
    """What to do with a package of the module's name, which Python would import."""
    is_there = any(path.parts[-2:] == (module, "__init__.py") for path in paths)
    return [PACKAGE.format(module, module)] * is_there


def unread(sent: Iterable[str], stub: str) -> list[str]:
    """That a notebook is not read, where the module beside it is left as a stub."""
    return [
        f"{clean(name, NAME)} is not read, and {stub} is not filled in; is your code "
        f"in the notebook? {EXPORT}; name it {stub}"
        for name in notebooks_of(sent)[:1]
    ]


def twins(sent: Iterable[str], modules: Collection[str]) -> list[str]:
    """That a notebook is not read, where the module of its name is graded."""
    pairs = ((name, f"{PurePosixPath(name).stem}.py") for name in notebooks_of(sent))
    return [
        f"{clean(name, NAME)} is not read; {module} is graded"
        for name, module in pairs
        if module in modules
    ]


def kind_of_notebook(content: bytes) -> str:
    """What a file is that is named like a notebook, and what to do with it."""
    try:
        whole = json.loads(content)
    except (ValueError, RecursionError):
        return IS_DAMAGED
    cells = _cells(whole)
    if cells is None:
        return IS_NO_NOTEBOOK
    return IS_A_NOTEBOOK if any(map(_has_code, cells)) else HAS_NO_CODE


def _cells(whole: object) -> list[object] | None:
    """The cells of a notebook, which had sheets before its fourth format."""
    sheets = whole.get("worksheets", [whole]) if isinstance(whole, dict) else []
    sheets = sheets if isinstance(sheets, list) else []
    found = [sheet.get("cells") for sheet in sheets if isinstance(sheet, dict)]
    lists = [cells for cells in found if isinstance(cells, list)]
    return [cell for cells in lists for cell in cells] if lists else None


def _has_code(cell: object) -> bool:
    if not isinstance(cell, dict) or cell.get("cell_type") != "code":
        return False
    source = cell.get("source", cell.get("input"))  # the latter before the fourth
    lines = source if isinstance(source, list) else [source]
    return any(isinstance(line, str) and line.strip() for line in lines)


def is_notebook(content: bytes) -> bool:
    """Whether what is named like a module holds a notebook."""
    has_cells = b'"cells"' in content or b'"worksheets"' in content
    return content.lstrip()[:1] == b"{" and b'"nbformat"' in content and has_cells


def _packed(names: list[str]) -> list[str]:
    packed = [name for name in names if PurePosixPath(name.lower()).suffix in ARCHIVES]
    return [f"unpack {clean(packed[0], NAME)} and send what is in it"] if packed else []


def _notebooks(names: list[str], notebooks: Mapping[str, str]) -> list[str]:
    kinds = [(notebooks.get(n, IS_A_NOTEBOOK), n) for n in _of_kind(NOTEBOOK, names)]
    kinds.sort(key=lambda kind: kind[0] != IS_A_NOTEBOOK)  # the likely one first
    return [f"{clean(name, NAME)} {kind}" for kind, name in kinds[:1]]


def notebooks_of(sent: Iterable[str]) -> list[str]:
    """The names of the notebooks, each once, in order."""
    return _of_kind(NOTEBOOK, sorted({PurePosixPath(path).name for path in sent}))


def _of_kind(suffix: str, names: Iterable[str]) -> list[str]:
    return [name for name in names if PurePosixPath(name.lower()).suffix == suffix]


def _few(names: list[str]) -> str:
    return few(tuple(clean(name, NAME) for name in names), NAMES)
