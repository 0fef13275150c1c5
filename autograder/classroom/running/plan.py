"""Which submissions are to be graded: those that were not, and those that are named."""

from __future__ import annotations

import difflib
import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path, PurePosixPath

from autograder.classroom.course import Enrolment, Graded, Handed, Seat
from autograder.classroom.exports.filenames import nearest
from autograder.classroom.running.graders import Task
from autograder.classroom.running.progress import Progress
from autograder.classroom.running.state import GraderState
from autograder.errors import AssignmentError, GraderError
from autograder.text import clean, few, listed, path_shown
from autograder.uploads.reading import PYTHON, Upload, names_of
from autograder.uploads.staging import PickedFiles

NAME, NAMES, FOUND = 60, 200, 80  # characters shown
NOBODY = (
    "{}: nobody has handed in any file that is asked for; expected {}; found {}. If "
    "they are named otherwise, say how{}; else --grade-anyway"
)

Picks = Callable[[Iterable[Upload]], PickedFiles]


@dataclass(frozen=True, slots=True)
class Content:
    """What one submission holds: `digest` is the same where the content is.

    `pick` reads it anew; where it cannot be read there is a `fault` in its place. Of
    the modules that are asked for it has `modules`, and these `files` in all; which of
    them are `swapped` is told in sentences.
    """

    digest: str
    pick: Callable[[], PickedFiles] | None = None
    fault: str = ""
    modules: frozenset[str] = frozenset()
    files: tuple[str, ...] = ()
    swapped: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """What is asked for: `only` these submissions (None: all), though graded before.

    `again` grades all of them, `changed` those that were graded in another state;
    `pages` those of which the page is missing.
    """

    only: frozenset[str] | None = None
    again: bool = False
    changed: bool = False
    pages: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be graded, each content once, and what stays as it was graded.

    `older` are the submissions that stay though the state was another then, and
    `unreadable` has what stands in place of a grading, by content.
    """

    tasks: tuple[Task, ...]
    unreadable: Mapping[str, str]
    older: Mapping[str, GraderState]


def contents(
    handed: Iterable[Handed],
    modules: tuple[str, ...],
    pick: Picks,
    check: Callable[[], None] = lambda: None,
) -> dict[str, Content]:
    """Of each submission its content, read and counted once.

    `pick` picks what is graded. `check` is called before each, and may raise something.
    """
    found = {}
    for each in handed:
        check()
        found[each.name] = _content(modules, partial(_picked, each, pick))
    return found


def _content(modules: tuple[str, ...], read: Callable[[], PickedFiles]) -> Content:
    try:
        picked = read()
        paths = (*map(str, picked.content), *picked.refused)
        found = {PurePosixPath(path).name for path in paths}
        there = frozenset(m for m in modules if names_of([m]) & found)
        return Content(
            picked.digest(),
            read,
            modules=there,
            files=picked.files(),
            swapped=tuple(picked.swapped()),
        )
    except AssignmentError as fault:
        digest = hashlib.sha256(f"unreadable: {fault}".encode()).hexdigest()
        return Content(digest, fault=str(fault))


def _picked(handed: Handed, pick: Picks) -> PickedFiles:
    return pick(handed.files())


def lacking(
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
            yield f"{module}{PYTHON} is missing of {len(without)}: {few(names, NAMES)}"
    for name, each in readable.items():
        for sentence in each.swapped:
            yield f"{clean(called.get(name, name), NAME)}: {sentence}"


def require_any(
    contents: Mapping[str, Content], modules: Sequence[str], where: str
) -> None:
    """AssignmentError where nobody has handed in any of the modules.

    `where` is the class, as it is shown.
    """
    readable = [(n, each) for n, each in contents.items() if each.pick]
    if not readable or any(each.modules for _, each in readable):
        return
    paths = [f"{name}/{file}" for name, each in readable for file in each.files]
    hints = Counter(filter(None, (nearest(path, modules) for path in paths)))
    pattern = f", such as --names '{hints.most_common(1)[0][0]}'" if hints else ""
    asked = listed(tuple(f"{module}{PYTHON}" for module in modules), 3)
    found = few(tuple(clean(path, NAME) for path in paths), FOUND) or "no file"
    raise AssignmentError(NOBODY.format(where, asked, found, pattern))


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
    """The plan without what can be counted anew, and what comes of that, by content.

    `again` counts a grading anew; None where it has to be graded for that.
    """
    found: dict[str, Graded] = {}
    for task in plan.tasks:
        if task.content in recountable:
            graded = again(recountable[task.content])
            if graded is not None and (graded.page or not task.page):
                found[task.content] = graded
    tasks = tuple(task for task in plan.tasks if task.content not in found)
    return replace(plan, tasks=tasks), found


def named(enrolment: Enrolment, words: Iterable[str]) -> frozenset[str]:
    """The submissions of the students who are named: by name, id, e-mail, or by it.

    A word that is the path of a file stands for the lines of that file. Raises
    AssignmentError for a word that fits nobody, or somebody without a submission.
    """
    known: dict[str, set[str]] = {each.name: {each.name} for each in enrolment.handed}
    for seat in enrolment.seats:
        for word in _words(seat):
            known.setdefault(word, set()).add(seat.submission)
    found: set[str] = set()
    for word in _spelled(words):
        if word not in known:
            raise AssignmentError(_nobody(word, known))
        if known[word] == {""}:
            raise AssignmentError(f"--only {clean(word, NAME)}: has no submission")
        found |= known[word] - {""}
    return frozenset(found)


def _words(seat: Seat) -> set[str]:
    student = seat.student
    return {student.name, student.sid, student.email, student.lms} - {""}


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


def _nobody(word: str, names: Iterable[str]) -> str:
    near = difflib.get_close_matches(word, names, n=3)
    hint = few(tuple(clean(each, NAME) for each in near), NAMES)
    text = (
        f"--only {clean(word, NAME)}: no student or submission of this name or number"
    )
    return f"{text}; did you mean {hint}?" if near else text


def carry_out(
    plan: Plan,
    graded: Iterable[tuple[Task, Graded]],
    record: Callable[[str, Graded], None],
    progress: Progress,
) -> int:
    """Record what is planned as it is done; it is there whatever comes then.

    How many were graded is returned: where it is stopped, not all.
    """
    count = 0
    for content, fault in plan.unreadable.items():
        record(content, Graded(None, 0.0, fault=fault))
    for task, found in graded:
        record(task.content, found)
        progress.count(fault=found.blame == GraderError.__name__)
        count += 1
    return count
