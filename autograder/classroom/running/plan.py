"""Which submissions are to be graded, and how far that has come, as bar or lines."""

from __future__ import annotations

import difflib
import hashlib
import importlib
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from functools import partial
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import Any, TextIO

from autograder.classroom.course import Enrolment, Graded, Handed, ungraded
from autograder.classroom.exports.container import nearest_pattern
from autograder.classroom.running.graders import AtWork, Task
from autograder.classroom.running.state import GraderState
from autograder.errors import AssignmentError, GraderError
from autograder.text import clean, count_text, few_names, listed, path_shown
from autograder.uploads.reading import PYTHON, Upload, module_file_names
from autograder.uploads.staging import PickedFiles

EVERY = 10.0  # seconds between two lines, where there is no terminal
OFTEN = 1.0  # seconds between two looks at a bar
LONG = 5.0  # seconds after which a grading is named
SHOWN = 40  # characters of one name
SOON = 1e-6  # seconds, below which nothing is done
UNIT = "submission"
AT_WORK, BAR_AT_WORK = 160, 40  # characters of all names
FORM = "{desc}{percentage:3.0f}%|{bar}| {n_fmt}/{total_fmt} [{elapsed}{postfix}]"
SENTENCE = 400  # characters
NOBODY: Mapping[str, str] = MappingProxyType({})


class Progress:
    """Counts what is done of so many, and names what takes long; a context manager.

    On a terminal it is a bar of tqdm, where that is installed. `called` has who is
    behind a submission, by its name; `doing` says what is done, if it is no grading,
    and a `unit` what is counted.
    """

    def __init__(
        self,
        total: int,
        stream: TextIO,
        called: Mapping[str, str] = NOBODY,
        doing: str = "",
        unit: str = UNIT,
    ) -> None:
        self._doing = f"{doing}: " if doing else ""
        self._total, self._stream, self._called = total, stream, called
        self._unit = unit
        self._done = self._faults = 0
        self._at_work: tuple[AtWork, ...] = ()
        self._began = self._told = time.monotonic()
        is_seen = total and stream.isatty()
        self._bar = _bar(total, stream, doing, unit) if is_seen else None

    def __enter__(self) -> Progress:  # noqa: PYI034 - Self came with Python 3.11
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.set_postfix_str(self._counted_faults())
            self._bar.close()

    def count(self, *, fault: bool) -> None:
        """One more is done; with a fault of the grader, or without."""
        self._done += 1
        self._faults += fault
        if self._bar is not None:
            self._bar.update()
        self._tell()

    def watch(self, at_work: Sequence[AtWork]) -> None:
        """See what is being graded now; who takes long is told though nothing ends."""
        self._at_work = tuple(at_work)
        self._tell()

    def _tell(self) -> None:
        now = time.monotonic()
        if now - self._told < (EVERY if self._bar is None else OFTEN):
            return
        self._told = now
        if self._bar is not None:
            rest = (self._left(now - self._began), self._counted_faults())
            told = ", ".join(filter(None, (*rest, self._long(BAR_AT_WORK))))
            self._bar.set_postfix_str(told)
        elif self._total:
            self._stream.write(f"{self.line(now - self._began)}\n")
            self._stream.flush()

    def line(self, seconds: float) -> str:
        """What is done after so many seconds, what is left, and who takes long."""
        count = f"{self._done} of {self._total} {self._unit}s"
        told = f"{self._doing}{count}, {self._done / max(seconds, SOON):.1f} a second"
        rest = (told, self._left(seconds), self._counted_faults())
        names = self._long(AT_WORK)
        return ", ".join(filter(None, rest)) + (
            f"; at work on {names}" if names else ""
        )

    def _left(self, seconds: float) -> str:
        """The time left to be expected; "" where long ones make that unknown."""
        rate = self._done / max(seconds, SOON)
        left = self._total - self._done
        is_known = left > len(self._at_work) and not any(
            each.aside for each in self._at_work
        )
        return f"{left / rate:.0f} s left" if rate and is_known else ""

    def _long(self, width: int) -> str:
        names = []
        for each in self._at_work:
            if each.seconds >= LONG or each.aside:
                name = self._called.get(each.task.name, each.task.name)
                names.append(f"{clean(name, SHOWN)} ({each.seconds:.0f} s)")
        return few_names(tuple(names), width) if names else ""

    def _counted_faults(self) -> str:
        return count_text(self._faults, "fault") if self._faults else ""


def tell_above(stream: TextIO, sentence: str) -> None:
    """Write a line of its own; a bar that is shown moves below it."""
    tqdm = sys.modules.get("tqdm")  # imported where there is a bar
    write = tqdm.tqdm.write if tqdm else print
    write(clean(sentence, SENTENCE), file=stream)


def _bar(total: int, stream: TextIO, doing: str, unit: str) -> Any:
    try:
        tqdm = importlib.import_module("tqdm")
    except ImportError:
        return None
    how = {"unit": unit, "file": stream, "dynamic_ncols": True, "bar_format": FORM}
    return tqdm.tqdm(total=total, desc=doing, **how)


NAME, NAMES, FOUND = 60, 200, 80  # characters shown
NOBODYS_FILE = (
    "{}: nobody has handed in any file that is asked for; expected {}; found {}. If "
    "they are named otherwise, say how{}; else --grade-anyway"
)


Picks = Callable[[Iterable[Upload]], PickedFiles]


@dataclass(frozen=True, slots=True)
class Content:
    """What one submission holds."""

    digest: str  # the same where the content is
    pick: Callable[[], PickedFiles] | None = None  # reads it anew
    fault: str = ""  # why it cannot be read
    modules: frozenset[str] = frozenset()  # of those asked for
    files: tuple[str, ...] = ()  # all
    swapped: tuple[str, ...] = ()  # sentences


@dataclass(frozen=True, slots=True)
class Choice:
    """What is asked for."""

    only: frozenset[str] | None = None  # though graded before; None: all
    again: bool = False  # grades all of them
    changed: bool = False  # grades those of another state
    pages: bool = False  # grades those without a page


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be graded, each content once, and what stays as it was graded."""

    tasks: tuple[Task, ...]
    unreadable: Mapping[str, str]  # in place of a grading, by content
    older: Mapping[str, GraderState]  # stay, of another state


def contents_by_submission(
    handed: Iterable[Handed],
    modules: tuple[str, ...],
    pick: Picks,
    check: Callable[[], None] = lambda: None,
) -> dict[str, Content]:
    """The content of each submission, as `pick` picks it; `check` may stop it."""

    def picked_of(handed_in: Handed) -> PickedFiles:
        return pick(handed_in.files())

    found = {}
    for each in handed:
        check()
        read = partial(picked_of, each)
        try:
            picked = read()
        except AssignmentError as fault:
            digest = hashlib.sha256(f"unreadable: {fault}".encode()).hexdigest()
            found[each.name] = Content(digest, fault=str(fault))
            continue
        paths = (*map(str, picked.content), *picked.refused)
        names = {PurePosixPath(path).name for path in paths}
        found[each.name] = Content(
            picked.digest(),
            read,
            modules=frozenset(m for m in modules if module_file_names([m]) & names),
            files=picked.files(),
            swapped=tuple(picked.swapped_module_sentences()),
        )
    return found


def sentences_on_missing_modules(
    contents: Mapping[str, Content], modules: Sequence[str], called: Mapping[str, str]
) -> Iterator[str]:
    """A sentence for each module that some have not handed in, or under another name.

    `called` has who is behind a submission, by its name.
    """
    readable = {name: each for name, each in contents.items() if each.pick}
    for module in modules:
        without = [n for n, each in readable.items() if module not in each.modules]
        if without:
            names = tuple(clean(called.get(n, n), NAME) for n in without)
            who = few_names(names, NAMES)
            yield f"{module}{PYTHON} is missing of {len(without)}: {who}"
    for name, each in readable.items():
        for sentence in each.swapped:
            yield f"{clean(called.get(name, name), NAME)}: {sentence}"


def require_any(
    contents: Mapping[str, Content], modules: Sequence[str], where: str
) -> None:
    """AssignmentError where nobody of the class `where` has handed in any module."""
    readable = [(n, each) for n, each in contents.items() if each.pick]
    if not readable or any(each.modules for _, each in readable):
        return
    paths = [f"{name}/{file}" for name, each in readable for file in each.files]
    hints = Counter(filter(None, (nearest_pattern(path, modules) for path in paths)))
    pattern = f", such as --names '{hints.most_common(1)[0][0]}'" if hints else ""
    asked = listed(tuple(f"{module}{PYTHON}" for module in modules), 3)
    found = few_names(tuple(clean(path, NAME) for path in paths), FOUND) or "no file"
    raise AssignmentError(NOBODYS_FILE.format(where, asked, found, pattern))


def plan_of(
    contents: Mapping[str, Content],
    before: Mapping[str, Sequence[GraderState]],
    state: GraderState,
    choice: Choice,
    has_page: Callable[[str], bool],
) -> Plan:
    """What is to be done with these contents.

    `before` has the states in which each was graded, the last one first; `has_page`
    tells whether what was graded in this state has its page.
    """
    tasks: dict[str, Task] = {}
    unreadable: dict[str, str] = {}
    older: dict[str, GraderState] = {}
    for name, content in contents.items():
        known = before.get(content.digest, ())
        stays = state in known or (known and not choice.changed)
        pageless = choice.pages and state in known and not has_page(content.digest)
        wanted = choice.again or not stays or (pageless and content.pick is not None)
        if stays and state not in known:
            older[name] = known[0]
        if choice.only is not None and name not in choice.only:
            continue
        if wanted and content.pick is None:
            unreadable[content.digest] = content.fault
        elif wanted and content.pick is not None:
            older.pop(name, None)
            task = Task(content.digest, content.pick, choice.pages, name)
            tasks[content.digest] = task
    return Plan(tuple(tasks.values()), unreadable, older)


def without_recounted(
    plan: Plan, recountable: Mapping[str, int], again: Callable[[int], Graded | None]
) -> tuple[Plan, dict[str, Graded]]:
    """The plan without what `again` can count anew, and that by content."""
    found: dict[str, Graded] = {}
    for task in plan.tasks:
        if task.content in recountable:
            graded = again(recountable[task.content])
            if graded is not None and (graded.page or not task.page):
                found[task.content] = graded
    tasks = tuple(task for task in plan.tasks if task.content not in found)
    return replace(plan, tasks=tasks), found


def submissions_named(enrolment: Enrolment, words: Iterable[str]) -> frozenset[str]:
    """The submissions of the students who are named: by name, id, e-mail, or by it.

    A word that is the path of a file stands for the lines of that file. Raises
    AssignmentError for a word that fits nobody, or somebody without a submission.
    """
    known: dict[str, set[str]] = {each.name: {each.name} for each in enrolment.handed}
    for seat in enrolment.seats:
        for word in {*astuple(seat.student)} - {""}:
            known.setdefault(word, set()).add(seat.submission)
    found: set[str] = set()
    for word in _spelled(words):
        if word not in known:
            near = difflib.get_close_matches(word, known, n=3)
            hint = few_names(tuple(clean(each, NAME) for each in near), NAMES)
            raise AssignmentError(
                f"--only {clean(word, NAME)}: no student or submission of this name or "
                f"number{f'; did you mean {hint}?' if near else ''}"
            )
        if known[word] == {""}:
            raise AssignmentError(f"--only {clean(word, NAME)}: has no submission")
        found |= known[word] - {""}
    return frozenset(found)


def _spelled(words: Iterable[str]) -> Iterable[str]:
    for word in words:
        path = Path(word)
        if path.is_file():
            try:
                lines = path.read_text(encoding="utf-8-sig").splitlines()
            except (OSError, UnicodeDecodeError):
                raise AssignmentError(
                    f"--only {path_shown(path)}: expected a text file, a name a line"
                ) from None
            yield from filter(None, map(str.strip, lines))
        else:
            yield word


def grade_and_record(
    plan: Plan,
    graded: Iterable[tuple[Task, Graded]],
    record: Callable[[str, Graded], None],
    progress: Progress,
) -> int:
    """Record what is planned as it is done; how many were graded."""
    count = 0
    for content, fault in plan.unreadable.items():
        record(content, ungraded(fault, blame=""))
    for task, found in graded:
        record(task.content, found)
        progress.count(fault=found.blame == GraderError.__name__)
        count += 1
    return count
