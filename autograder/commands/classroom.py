"""The command `class`: grade the submissions of a whole class, and go on with that."""

from __future__ import annotations

import argparse
import os
import stat
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.classroom import (
    likeness,
    outputs,
    overrides,
    requests,
    settling,
    summary,
)
from autograder.classroom.course import (
    BROKEN_CHECK,
    FAULT,
    Course,
    Graded,
    Remembered,
)
from autograder.classroom.outputs import Findings, Written
from autograder.classroom.page.equal import Likenesses
from autograder.classroom.requests import Answer
from autograder.classroom.running import recounting
from autograder.classroom.running.grader import Setting
from autograder.classroom.running.graders import CHANGED, Graders, Task
from autograder.classroom.running.plan import (
    Content,
    Plan,
    carry_out,
    contents,
    lacking,
    plan_of,
    require_any,
    without_recounted,
)
from autograder.classroom.running.progress import Progress, tell_above
from autograder.classroom.running.state import GraderState, scratch
from autograder.classroom.store import comparing
from autograder.classroom.store.book import CLOSED, FORBIDDEN
from autograder.classroom.store.comparing import Change
from autograder.classroom.store.store import Store, coursework_of
from autograder.classroom.students import enrolment as enrolling
from autograder.commands.classroom_options import (
    ClassRun,
    add_options,
    class_run,
    require_folder,
)
from autograder.commands.stopping import Stopped, Stopping
from autograder.commands.streams import complain, show, tell
from autograder.errors import AssignmentError, AutograderError, GraderError
from autograder.files import text_of, visible
from autograder.sandbox import runqueue
from autograder.text import counted, listed, path_shown
from autograder.uploads.staging import pick

if TYPE_CHECKING:
    from autograder.classroom.cluster.cluster import Cluster

__all__ = ["add_options", "run"]
PRIVATE, OTHERS = 0o700, 0o077
UNBEGUN = "{} Nothing was graded, and nothing has changed; run the same again."
KEPT = "{} What was graded is kept, and in all files; run the same again to go on."
CUT = (
    "{} What was graded is kept in class.sqlite, though not in all files yet; run the "
    "same again to go on."
)
LINES_LEFT = (
    "{} All points are there, and in all files; run the same again to look for the "
    "lines that are left."
)
SEEK = (
    "All points are there. Now the lines that are wrong are looked for in {}; "
    "--explain 0 leaves that out."
)
SEEKING = "looking for wrong lines"
NOT_SOUGHT = "What is wrong was not looked for in {}: {}"
UNMATCHED = 1  # the exit status where rows of an LMS's file fit nobody


def run(options: argparse.Namespace) -> int:
    """Grade a class; the exit status is that of the gravest that was met.

    All is read and checked before anything is written.
    """
    with Stopping() as stopping:
        try:
            with stopping.heeding():
                asked = class_run(options)
                if options.dry_run:
                    show(enrolling.table(asked.enrolment).rstrip())
                    _contents(asked)
                    return 0
                require_folder(options)
            os.umask(OTHERS)
            with _store(options.out) as store:
                return _kept(asked, store, stopping)
        except Stopped as stop:
            complain(UNBEGUN.format(stop))
            return stop.exit_status


@contextmanager
def _store(folder: Path) -> Iterator[Store]:
    """The store in DIR; a run that ends before it has begun leaves DIR as it was."""
    made = [each for each in (folder, *folder.parents) if not each.exists()]
    mode = _private(folder)
    is_begun = False
    try:
        with Store(folder) as store:
            try:
                yield store
            finally:
                is_begun = store.is_begun
    finally:
        if not is_begun:
            folder.chmod(mode)
            for each in made:
                with suppress(OSError):  # somebody else has put something there
                    each.rmdir()


def _private(folder: Path) -> int:
    """Make DIR, if need be, open to the user alone; the mode that it had.

    Raises AssignmentError where the user may not.
    """
    try:
        folder.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
        mode = stat.S_IMODE(folder.stat().st_mode)
        folder.chmod(PRIVATE)
    except OSError as fault:
        if fault.errno not in FORBIDDEN:
            raise
        raise AssignmentError(CLOSED.format(path_shown(folder))) from None
    return mode


def _kept(run: ClassRun, store: Store, stopping: Stopping) -> int:
    """Grade, and tell what is kept where that is stopped; the exit status.

    Raises Stopped where nothing was changed yet.
    """
    try:
        graded = _graded(run, store, stopping)
        with stopping.finishing():
            status, equal = _written(
                run, store, graded.state, is_stopped=lambda: bool(stopping.stopped)
            )
    except Stopped as stop:
        if not store.is_begun:
            raise
        complain(CUT.format(stop))
        return stop.exit_status
    words = KEPT
    if stopping.stopped is None:
        words = LINES_LEFT
        with suppress(Stopped):
            _explained(run, store, graded, equal, stopping)
    if stopping.stopped is None:
        return status
    complain(words.format(stopping.stopped))
    return stopping.stopped.exit_status


@dataclass(frozen=True, slots=True)
class _GradedNow:
    state: GraderState
    handed: Mapping[str, Content]


def _graded(run: ClassRun, store: Store, stopping: Stopping) -> _GradedNow:
    with _setting(run) as setting, ExitStack() as stack:
        graders = _graders(run, setting)
        with stopping.heeding():
            stack.enter_context(graders)
        with stopping.finishing():
            state = graders.state(stopping.check)
            plan, handed = _begun(run, store, state, stopping.check)
            plan, recounted = _counted_anew(run, store, state, plan)
            began = time.monotonic()
            with Progress(len(plan.tasks), sys.stderr, _called(run)) as progress:

                def is_stopped() -> bool:
                    progress.watch(graders.at_work())
                    return stopping.stopped is not None

                found = graders.grade(plan.tasks, is_stopped)
                done = carry_out(plan, found, partial(store.record, state), progress)
            seconds = time.monotonic() - began
    tell(summary.of_run(done, len(run.enrolment.handed), seconds))
    if recounted:
        tell(summary.of_recounted(recounted))
    for sentence in summary.of_older(plan.older, state, pages=run.choice.pages):
        tell(sentence)
    return _GradedNow(state, handed)


def _explained(
    run: ClassRun,
    store: Store,
    graded: _GradedNow,
    equal: Likenesses,
    stopping: Stopping,
) -> None:
    """Look for the lines that are wrong, and write and tell what there is of them.

    All points are there and stay. A fault of ours is told, and changes no status.
    """
    tasks = _to_explain(run, store, graded)
    if tasks:
        tell(SEEK.format(counted(len(tasks), "submission")))
        try:
            _look_for_lines(run, store, graded.state, tasks, stopping)
        except AutograderError as fault:
            complain(NOT_SOUGHT.format("all", fault))
    with stopping.finishing():
        course, _ = settling.settled_course(store.course(graded.state), store)
        if tasks:
            _files(run, store, graded.state, course, equal)
    for sentence in summary.of_causes(course):
        tell(sentence)


def _to_explain(run: ClassRun, store: Store, graded: _GradedNow) -> tuple[Task, ...]:
    """Each content once that fails, and of which it was not looked for why."""
    left = store.unexplained(graded.state, run.explain) if run.explain else {}
    only, tasks = run.choice.only, {}
    for name, content in graded.handed.items():
        is_wanted = only is None or name in only
        if content.pick and content.digest in left and is_wanted:
            record = left[content.digest]
            task = Task(content.digest, content.pick, run.choice.pages, name)
            tasks[content.digest] = replace(task, record=record, steps=run.explain)
    return tuple(tasks.values())


def _look_for_lines(
    run: ClassRun,
    store: Store,
    state: GraderState,
    tasks: tuple[Task, ...],
    stopping: Stopping,
) -> None:
    """Have each task done, and put into the store what comes of it at once."""
    called = {task.content: _called(run).get(task.name, task.name) for task in tasks}

    def record(content: str, graded: Graded) -> None:
        if graded.fault:
            complain(NOT_SOUGHT.format(called[content], graded.fault))
        else:
            store.explain(state, content, graded)

    with _setting(run) as setting, ExitStack() as stack:
        graders = _graders(run, setting, run.explain)
        with stopping.heeding():
            stack.enter_context(graders)
        with stopping.finishing():
            if graders.state(stopping.check) != state:
                raise AssignmentError(CHANGED)
            shown = Progress(len(tasks), sys.stderr, _called(run), SEEKING)
            with shown as progress:

                def is_stopped() -> bool:
                    progress.watch(graders.at_work())
                    return stopping.stopped is not None

                found = graders.grade(tasks, is_stopped)
                carry_out(Plan(tasks, {}, {}), found, record, progress)


def _called(run: ClassRun) -> dict[str, str]:
    found: dict[str, tuple[str, ...]] = {}
    for seat in run.enrolment.seats:
        for name in seat.attempts:
            found[name] = (*found.get(name, ()), seat.student.name or name)
    return {name: listed(names) for name, names in found.items()}


def _graders(run: ClassRun, setting: Setting, more: float = 0.0) -> Graders | Cluster:
    options, budget = run.options, run.ready.assignment.budget
    if options.cluster:
        from autograder.classroom.cluster.cluster import LIMITS, Cluster

        tell_of_it = partial(tell_above, sys.stderr)
        return Cluster(setting, options.cluster, budget, tell_of_it, LIMITS)
    jobs = options.jobs or len(runqueue.allowed_cores()) or 1
    return Graders(setting, jobs, budget, more)


@contextmanager
def _setting(run: ClassRun) -> Iterator[Setting]:
    """What the graders are told, with a folder for what they write."""
    options = run.options
    with scratch(options.out) as folder:
        yield Setting(
            run.ready.assignment.folder.resolve(),
            options.submissions.resolve(),
            options.trust_submissions,
            turns=folder,
            scratch=folder,
        )


def _contents(
    run: ClassRun, check: Callable[[], None] = lambda: None
) -> dict[str, Content]:
    """What was handed in, when it has been told who lacks something.

    Raises AssignmentError where nobody has anything, and what `check` raises.
    """
    modules = run.ready.assignment.modules()
    found = contents(run.enrolment.handed, modules, run.ready.checks, check)
    if not run.options.grade_anyway:
        require_any(found, modules, path_shown(run.options.submissions))
    for sentence in lacking(found, modules, _called(run)):
        tell(sentence)
    return found


def _begun(
    run: ClassRun, store: Store, state: GraderState, check: Callable[[], None]
) -> tuple[Plan, dict[str, Content]]:
    """What is to be graded of what is there, once the store has been told of all.

    Raises AssignmentError for what can be used no better later, and what `check`
    raises, which is called while submissions are read. The store is then as it was.
    """
    ready, enrolment = run.ready, run.enrolment
    found = _contents(run, check)
    digests = {name: content.digest for name, content in found.items()}
    what = coursework_of(ready.assignment)
    with store.beginning():
        store.begin(what, enrolment, digests, state)
        if run.set_by_hand is not None:
            store.override(run.set_by_hand)
        store.remember({**run.told, **_noted(run, store)})
        _count(run, store)
        course, _ = settling.settled_course(store.course(), store)
        _see_requests(run, store, course)
        outputs.require(run.options.out, course, run.wished)
        check()

    def has_page(content: str) -> bool:
        return store.has_page(content, state)

    wanted = {*enrolment.to_grade(), *store.counting(), *(run.choice.only or ())}
    mine = {name: each for name, each in found.items() if name in wanted}
    return plan_of(mine, store.states(), state, run.choice, has_page), mine


def _noted(run: ClassRun, store: Store) -> dict[str, Remembered]:
    """What the store keeps that nobody has said: what there was before something."""
    noted = {}
    seen = store.remembered().get(requests.SEEN)
    if seen is not None and "requests" in run.told:
        noted[requests.SEEN] = seen
    if run.earlier is not None and run.compares_with_itself:
        noted[comparing.UNFINISHED] = Remembered("", run.earlier.packed())
    return noted


def _counted_anew(
    run: ClassRun, store: Store, state: GraderState, plan: Plan
) -> tuple[Plan, int]:
    """What is left to be graded, and how many were counted anew from the store."""
    if run.choice.again:
        return plan, 0

    def again(grading: int) -> Graded | None:
        record = store.record_of(grading)
        return recounting.counted_anew(record, run.ready.assignment)

    plan, found = without_recounted(plan, store.recountable(state), again)
    for content, graded in found.items():
        store.record(state, content, graded)
    return plan, len(found)


def _count(run: ClassRun, store: Store) -> tuple[str, ...]:
    """Say in the store which of several submissions count; notes on overrides."""
    course, attempts = store.course(), store.attempts()
    by_hand, notes = overrides.counting(course, store.overrides(), attempts)
    best = settling.best(store) if run.enrolment.grades_all else {}
    store.count({**best, **by_hand})
    return notes


def _see_requests(run: ClassRun, store: Store, course: Course) -> None:
    """Remember what each who asks had when that was first read."""
    asked = settling.requests_in(run.told)
    if not asked:
        return
    requests.require(asked, course, Path(run.told["requests"].value))
    before = store.remembered().get(requests.SEEN)
    now = comparing.standings(course, store)
    known = before.content if before is not None else None
    seen = requests.seen(asked, known, now, course)
    store.remember({**store.remembered(), requests.SEEN: Remembered("", seen)})


def _written(
    run: ClassRun,
    store: Store,
    state: GraderState,
    is_stopped: Callable[[], bool],
) -> tuple[int, Likenesses]:
    """Write all files and tell what there is to tell; the exit status, and a part."""
    counting = _count(run, store)
    course, notes = settling.settled_course(store.course(state), store)
    _see_requests(run, store, course)
    equal = _likenesses(run, store, is_stopped)
    files, changed, unanswered = _files(run, store, state, course, equal)
    of_faults = summary.of_faults(course)
    told = (*counting, *notes, *unanswered, *of_faults, *files.unmatched, *files.notes)
    for sentence in told:
        complain(sentence)
    for line in comparing.lines(changed):
        show(line)
    _summarise(run, course, files)
    statuses = {row.status for row in course.rows}
    if FAULT not in statuses and not is_stopped():
        _forget_unfinished(store)
    return _status(statuses, files), equal


def _status(statuses: set[str], files: Written) -> int:
    if FAULT in statuses:
        return GraderError.exit_status
    if BROKEN_CHECK in statuses:
        return AssignmentError.exit_status
    return UNMATCHED if files.unmatched else 0


def _files(
    run: ClassRun,
    store: Store,
    state: GraderState,
    course: Course,
    equal: Likenesses,
) -> tuple[Written, tuple[Change, ...], tuple[str, ...]]:
    """Write all files; what has changed, and notes on who asks and is nobody."""
    answered, unanswered = _answers(run, store, course)
    changed = tuple(run.earlier.changes(course, store)) if run.earlier else ()
    findings = Findings(state, changed, answered, equal)
    files = outputs.write(run.options.out, store, course, findings, run.wished)
    return files, changed, unanswered


def _summarise(run: ClassRun, course: Course, files: Written) -> None:
    wished, folder = run.wished, path_shown(run.options.out)
    for sentence in (
        *summary.of_course(course),
        *summary.of_missing(course),
        *summary.of_unseen(course),
        summary.of_files(outputs.names(wished), files.counts, folder),
        *files.lacking,
        *summary.of_points(wished.lms(), late=wished.late_points),
    ):
        tell(sentence)


def _forget_unfinished(store: Store) -> None:
    """Let later runs compare with what there is now."""
    remembered = store.remembered()
    if remembered.pop(comparing.UNFINISHED, None):
        store.remember(remembered)


def _likenesses(
    run: ClassRun, store: Store, is_stopped: Callable[[], bool]
) -> Likenesses:
    """The code that submissions share; none on slides, nor where time is short."""
    ready, sources, cells = run.ready, {}, {}
    if run.options.anonymous:
        return Likenesses()
    counting = store.counting()
    for each in run.enrolment.handed:
        if is_stopped():
            return Likenesses()
        if each.name in counting:
            with suppress(AssignmentError):  # one that cannot be read shares nothing
                picked = pick(each.files(), ready.assignment.modules(), ready.checks)
                sources[each.name] = likeness.texts(picked.content)
                cells[each.name] = picked.cells
    questions = ready.assignment.all_questions()
    folders = dict.fromkeys(q.places.stub(q.module).parent for q in questions)
    paths = [path for folder in folders for path in visible(folder, "*.py")]
    stubs = {str(path): text_of(path) for path in paths}
    return Likenesses(likeness.alike(sources, stubs, is_stopped), sources, cells)


def _answers(
    run: ClassRun, store: Store, course: Course
) -> tuple[tuple[Answer, ...], tuple[str, ...]]:
    """The requests with what has changed, and notes on who is nobody."""
    asked = settling.requests_in(run.told)
    seen = store.remembered().get(requests.SEEN)
    if not asked or seen is None or seen.content is None:
        return (), ()
    now = comparing.standings(course, store)
    return requests.answers(asked, seen.content, now, course)
