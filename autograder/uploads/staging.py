"""Stage a submission: copy its modules and what they import to a private folder.

All else that was sent stays where it is: nothing in the copy but what the modules
name can be imported, and no file of another kind is there to be read.
"""

from __future__ import annotations

import errno
import hashlib
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from pathlib import Path, PurePosixPath

from autograder.errors import GraderError
from autograder.files import is_hidden
from autograder.text import clean
from autograder.uploads import missing, notebooks
from autograder.uploads.notebooks import Cells
from autograder.uploads.reading import (
    FOLDER_AS_FILE,
    NAME,
    NOTEBOOK,
    PYTHON,
    Refused,
    Upload,
    module_file_names,
)
from autograder.worker.protocol import COURSE

MOST_FILES, MOST_ENTRIES = 200, 20_000
MOST_TOTAL = 8 << 20  # bytes of all files together
MOST_NOTES = 5
MOST_SEEN = 5  # files of a kind that are looked at where a module is missing
TWICE = "is there twice, with different content; send it once"
TOO_MANY = f"is one of more than {MOST_FILES} Python files; send only your own"
TOO_MUCH = (
    f"and the other files are larger than {MOST_TOTAL >> 20} MiB together; send fewer"
)
PACKAGE = "autograder"
OF_PYTHON = "has the name of one of Python's own modules, which is used; rename yours"
OF_GRADER = "is part of the grader, which uses its own; yours is not used"
OF_COURSE = "is the course's, which uses its own; yours is not used"
NOT_THEIRS = {**dict.fromkeys(sys.stdlib_module_names, OF_PYTHON), PACKAGE: OF_GRADER}
WORD = re.compile(rb"[A-Za-z_0-9]+")
STUB = b"raise NotImplementedError"  # in a function that is still to be written

NOTHING: Mapping[PurePosixPath, bytes] = {}  # is provided

# What is wrong with a name; any other fault in writing is the grader's own.
OF_THE_NAME = {
    errno.ENAMETOOLONG: "has too long a name; give it a shorter one",
    errno.EEXIST: "is a file and a folder at once; send only the file",
    errno.ENOTDIR: "is a file and a folder at once; send only the file",
    errno.EISDIR: "is a file and a folder at once; send only the file",
    errno.EILSEQ: "has a name that is not UTF-8; rename it",
    errno.EINVAL: "has a name that cannot be stored; rename it",
}


@dataclass(frozen=True, slots=True)
class PickedFiles:
    """All that is known of a submission, and all that a grading of it can hang on.

    `content` are the files to be copied, by their paths below `home`; `listed` are the
    paths of all, in order, each with the reason for which it is refused, or "". Among
    them are folders that are named like files. `modules` are what students hand in;
    beside them lies what the course has `provided`.
    """

    home: PurePosixPath
    listed: tuple[tuple[str, str], ...]
    content: Mapping[PurePosixPath, bytes]
    refused: Mapping[str, str]
    hidden: tuple[str, ...]
    modules: tuple[str, ...]
    complete: bool = True
    cells: tuple[Cells, ...] = ()
    seen: missing.Seen = missing.NOTHING_SEEN
    provided: Mapping[PurePosixPath, bytes] = field(default_factory=dict)

    def files(self) -> tuple[str, ...]:
        """The paths of all that was sent, each once, without folders."""
        paths = (path for path, reason in self.listed if reason != FOLDER_AS_FILE)
        return tuple(dict.fromkeys(paths))

    def swapped_module_sentences(self) -> list[str]:
        """Which modules have each other's search, in sentences."""
        paths = [PurePosixPath(f"{module}{PYTHON}") for module in self.modules]
        return missing.swapped_module_sentences(
            {p.stem: c for p in paths if (c := self.content.get(p))}
        )

    def digest(self) -> str:
        """A digest that is one for all that is graded alike, in hexadecimal."""
        content = [(str(path), body) for path, body in sorted(self.content.items())]
        refused = sorted(self.refused.items())
        told = (str(self.home), self.listed, content, refused, self.hidden)
        seen = [sorted(e.items()) for e in (self.seen.notebooks, self.seen.holders)]
        beside = [sorted(self.provided.items())] if self.provided else []
        whole = (told, self.complete, seen, self.cells, *beside)
        return hashlib.sha256(repr(whole).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class StagedSubmission:
    """A staged submission: where its modules are, and what was picked for that.

    `refused` tells by path why a file that was sent was left out, and `notes` what else
    the student should know, in sentences; `copied` has the names of the modules in the
    folder. Of a module that the course provides `needs` has those that students write,
    and it calls.
    """

    folder: Path
    picked: PickedFiles
    refused: dict[str, str]
    notes: tuple[str, ...]
    copied: frozenset[str]
    needs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    _sentences: dict[str, str] = field(default_factory=dict, repr=False, compare=False)

    def has(self, module: str) -> bool:
        """Whether the module was copied; GraderError if the copy is gone."""
        name = f"{module}.py"
        if name in self.copied and not (self.folder / name).is_file():
            raise GraderError(f"the copy of {name} has vanished")
        return name in self.copied

    def lacks(self, module: str) -> str:
        """What is not there of a module and of those that it needs; "" if all is."""
        names = self.needs.get(module, (module,))
        return next((name for name in names if not self.has(name)), "")

    def missing(self, module: str) -> str:
        """One sentence on a module that is not there, with what to do.

        It is looked for once: each test of the module tells it.
        """
        if module not in self._sentences:
            name, paths = f"{module}.py", self.picked.files()
            told = f"{name} is not among the first {MOST_ENTRIES:,} files; send fewer"
            if self.picked.complete or name in map(_name, paths):
                found = paths, self.refused, self.copied, self.picked.seen
                told = missing.missing_module_sentence(module, *found)
            self._sentences[module] = told
        return self._sentences[module]


def pick(
    files: Iterable[Upload],
    modules: tuple[str, ...],
    checks: bytes = b"",
    provided: Mapping[PurePosixPath, bytes] = NOTHING,
) -> PickedFiles:
    """The modules and what they import, and what `checks` name, out of all files.

    `checks` is the source of an instructor's own tests; what the course has `provided`
    stands in place of files of the same name, and names others that are needed.
    """
    rest = iter(files)
    sent = [
        upload
        for upload in islice(rest, MOST_ENTRIES)
        if not any(map(is_hidden, upload.path.split("/")))
    ]
    # Of a folder and a file of the same path, the file may be a student's.
    names = {upload.path for upload in sent if upload.reason != FOLDER_AS_FILE}
    sent = [u for u in sent if u.reason != FOLDER_AS_FILE or u.path not in names]
    as_modules = [*_as_modules(sent, modules)]
    home = _home(as_modules, modules)
    copy = _Copy(modules, provided)
    copy.take(as_modules, home, checks)
    return PickedFiles(
        home=home,
        listed=tuple((upload.path, upload.reason) for upload in sent),
        content={path: c for path, c in copy.taken.items() if path not in copy.twice},
        refused=copy.refused,
        hidden=tuple(copy.hidden.values()),
        modules=modules,
        complete=next(rest, None) is None,
        cells=tuple(copy.cells.values()),
        seen=_seen(sent, copy),
        provided=provided,
    )


def _as_modules(sent: Sequence[Upload], modules: tuple[str, ...]) -> Iterator[Upload]:
    """What was sent; a notebook has a module's path where its folder has no other."""
    there = {upload.path for upload in sent}
    for upload in sent:
        stem, dot, ending = upload.path.rpartition(".")
        module = f"{stem}{PYTHON}"
        is_one = f"{dot}{ending}".lower() == NOTEBOOK and _name(stem) in modules
        if is_one and not upload.reason and module not in there:
            yield replace(upload, path=module, sent_as=upload.path)
        else:
            yield upload


def _seen(sent: Sequence[Upload], copy: _Copy) -> missing.Seen:
    """What the first notebooks and programs hold, where a module is missing."""
    there = {str(path) for path in copy.taken}
    lacking = [module for module in copy.modules if f"{module}.py" not in there]
    if not lacking:
        return missing.NOTHING_SEEN
    looked = {
        n: missing.notebook_fault_and_module(body)
        for n, body in _contents(sent, NOTEBOOK)
    }
    as_python = ((name, body) for name, (_, body) in looked.items())
    holders = {
        module: name
        for name, content in chain(as_python, _contents(sent, PYTHON))
        for module in missing.modules_with_search(content, lacking)
    }
    faults = {name: fault for name, (fault, _) in looked.items()}
    return missing.Seen(faults, holders)


def _contents(sent: Iterable[Upload], ending: str) -> Iterator[tuple[str, bytes]]:
    """The first files with an ending, by name, without those that are refused."""
    found = (upload for upload in sent if upload.path.lower().endswith(ending))
    for upload in islice(found, MOST_SEEN):
        with suppress(Refused):
            yield _name(upload.path), upload.read()


def stage(picked: PickedFiles, folder: Path) -> StagedSubmission:
    """Write what was picked to a new folder that others can read.

    Raises OSError where the grader's own disk fails.
    """
    folder.mkdir()
    refused = {**picked.refused, **_write(folder, picked)}
    # Of each module that is provided those that students hand in, and it names:
    texts = {path.stem: content for path, content in picked.provided.items()}
    words = {name: {*WORD.findall(content)} for name, content in texts.items()}
    needs = {}
    for name in texts:
        reached, before = {name}, 0
        while before < len(reached):
            before = len(reached)
            named = set().union(*(words[each] for each in reached))
            reached |= {each for each in texts if each.encode() in named}
        needs[name] = tuple(m for m in picked.modules if m.encode() in named)
    return StagedSubmission(
        folder,
        picked,
        {path: reason for path, reason in picked.listed if reason} | refused,
        notes=_notes(picked, refused),
        copied=frozenset(p.name for p in folder.glob("*.py") if p.is_file()),
        needs=needs,
    )


def _name(path: str) -> str:
    return PurePosixPath(path).name


def _home(sent: list[Upload], modules: tuple[str, ...]) -> PurePosixPath:
    """The folder of the modules: the top, or the one below that has most of them.

    Where several have as many it is the top, which has none of them: which of
    several is meant, a grader does not guess.
    """
    names = {f"{module}.py" for module in modules}
    paths = {
        PurePosixPath(upload.path)
        for upload in sent
        if not upload.reason and any(name in upload.path for name in names)
    }
    homes = Counter(path.parent for path in paths if path.name in names)
    top = PurePosixPath()
    if top in homes:
        return top
    first, second = [*homes.most_common(2), (top, 0), (top, 0)][:2]
    return first[0] if first[1] > second[1] else top


@dataclass(slots=True)
class _Copy:
    """What is to be copied, from the modules on to the files that they name.

    A file is reached when each name on the way to it stands, as a word, in one of
    those reached before. At worst that is too many; but nothing that a student has
    written is parsed, which could exhaust the grader.
    """

    modules: tuple[str, ...]
    provided: Mapping[PurePosixPath, bytes]
    taken: dict[PurePosixPath, bytes] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)
    hidden: dict[str, str] = field(default_factory=dict)
    twice: set[PurePosixPath] = field(default_factory=set)
    cells: dict[str, Cells] = field(default_factory=dict)
    size: int = 0

    def take(self, sent: list[Upload], home: PurePosixPath, checks: bytes) -> None:
        """Take what is reached below the home, in rounds, until nothing new is."""
        waiting = list(_candidates(sent, home))
        texts = b"\n".join((checks, *self.provided.values()))
        words = {*WORD.findall(texts), *(module.encode() for module in self.modules)}
        known = 0
        while known < len(words):
            known = len(words)
            reached = [c for c in waiting if c.names <= words]
            waiting = [c for c in waiting if not c.names <= words]
            for candidate in reached:
                words.update(WORD.findall(self._read(candidate)))

    def _read(self, candidate: _Candidate) -> bytes:
        """The content of a file that is taken; nothing of any other."""
        path, upload = candidate.path, candidate.upload
        top = path.parts[0]
        name = top.removesuffix(".py")
        if name in NOT_THEIRS and name not in self.modules:
            self.hidden[name] = f"{clean(top, NAME)} {NOT_THEIRS[name]}"
            return b""
        try:
            content = self._bounded(upload)
        except Refused as refusal:
            self.refused[upload.sent_as or upload.path] = str(refusal)
            return b""
        if name in {each.parts[0].removesuffix(PYTHON) for each in self.provided}:
            if self.provided.get(path) != content:
                self.hidden[name] = f"{clean(top, NAME)} {OF_COURSE}"
            return b""
        if self.taken.setdefault(path, content) != content:
            self.twice.add(path)
            self.refused[upload.sent_as or upload.path] = TWICE
        return content

    def _bounded(self, upload: Upload) -> bytes:
        """The content of a file, if it is not one too many. Raises Refused."""
        if not upload.reason and len(self.taken) == MOST_FILES:
            raise Refused(TOO_MANY)
        if self.size > MOST_TOTAL:
            raise Refused(TOO_MUCH)
        content = upload.read()
        self.size += len(content)
        if self.size > MOST_TOTAL:
            raise Refused(TOO_MUCH)
        if upload.sent_as:
            name, module = _name(upload.sent_as), _name(upload.path)[: -len(PYTHON)]
            content, self.cells[module] = notebooks.module_of(content, module, name)
        elif missing.is_notebook(content):
            raise Refused(
                missing.notebook_ending_sentence(_name(upload.path), self.modules)
            )
        return content


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A file that a module may name: its path below the home, and the words of it."""

    path: PurePosixPath
    names: frozenset[bytes]
    upload: Upload


def _candidates(sent: list[Upload], home: PurePosixPath) -> Iterator[_Candidate]:
    for upload in sent:
        if ".py" not in upload.path and not upload.reason:
            continue  # there may be thousands of other files
        whole = PurePosixPath(upload.path)
        if not whole.is_relative_to(home) or whole == home:
            continue
        if whole.suffix == ".py" or upload.reason:
            path = whole.relative_to(home)
            text = str(path).removesuffix(".py").removesuffix("/__init__")
            words = WORD.findall(text.encode(errors="replace"))
            yield _Candidate(path, frozenset(words), upload)


def _write(folder: Path, picked: PickedFiles) -> dict[str, str]:
    """Write what was picked, readable by all; by path why a name could not be had."""
    for path, content in picked.provided.items():
        _write_one(folder / COURSE[1:] / path, content)
    refused = {
        str(picked.home / path): reason
        for path, content in picked.content.items()
        if (reason := _write_one(folder / path, content))
    }
    folder.chmod(0o755)
    for written in folder.rglob("*"):
        written.chmod(0o755 if written.is_dir() else 0o644)
    return refused


def _write_one(target: Path, content: bytes) -> str:
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("xb") as file:
            file.write(content)
    except OSError as fault:
        if fault.errno not in OF_THE_NAME:
            raise
        return OF_THE_NAME[fault.errno]
    return ""


def _notes(picked: PickedFiles, refused: Mapping[str, str]) -> tuple[str, ...]:
    """What the student should know of files that are not used as they were sent."""
    home, names = picked.home, {f"{module}.py" for module in picked.modules}
    asked = module_file_names(picked.modules)
    lost = [
        f"{clean(path, NAME)} {reason}"
        for path, reason in refused.items()
        if _name(path) not in asked  # of these, the tests themselves tell
    ]
    place = f"{clean(str(home), NAME)}/" if home.parts else "the top folder"
    others = [
        f"{clean(str(path), NAME)} is left out; what is in {place} is graded"
        for path in dict.fromkeys(map(PurePosixPath, picked.files()))
        if path.name in names and path.parent != home
        if PurePosixPath(path.name) in picked.content
    ]
    notes = [
        *picked.swapped_module_sentences(),
        *lost,
        *picked.hidden,
        *others,
        *_unread(picked),
    ]
    told = tuple(n if n[-1] == "?" else f"{n}." for n in notes[:MOST_NOTES])
    rest = len(notes) - MOST_NOTES
    return (*told, f"The same holds for {rest} more.") if rest > 0 else told


def _unread(picked: PickedFiles) -> list[str]:
    """What to know of notebooks beside a module that is a stub, or of their name."""
    read = {each.module for each in picked.cells}
    paths = [PurePosixPath(f"{m}.py") for m in picked.modules if m not in read]
    names = {path.name: picked.content.get(path) for path in paths}
    stubs = [name for name, content in names.items() if STUB in (content or b"")]
    if stubs:
        return missing.unread_notebook_sentences(picked.files(), stubs[0])
    graded = [name for name, content in names.items() if content is not None]
    return missing.twin_notebook_sentences(picked.files(), graded)
