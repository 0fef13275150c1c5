"""The command `class`: grade the submissions of a whole class, and go on with that."""

from __future__ import annotations

import argparse
import os
import stat
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.classroom import likeness, outputs, requests, settling, summary
from autograder.classroom import students as enrolling
from autograder.classroom.course import BROKEN_CHECK, FAULT, Course, Graded, Remembered
from autograder.classroom.outputs import Findings, Written
from autograder.classroom.page.roll import Likenesses
from autograder.classroom.requests import Answer
from autograder.classroom.running import plan as planning
from autograder.classroom.running import recounting
from autograder.classroom.running.grader import Setting
from autograder.classroom.running.graders import CHANGED, Graders, Task
from autograder.classroom.running.state import GraderState, scratch
from autograder.classroom.store import comparing
from autograder.classroom.store.book import CLOSED, FORBIDDEN
from autograder.classroom.store.comparing import Change
from autograder.classroom.store.store import Store, coursework_of
from autograder.commands.classroom_options import (
    ClassRun,
    add_options,
    class_run,
    graders_for,
    require_folder,
)
from autograder.commands.options import complain, show, tell, tell_which
from autograder.commands.stopping import Stopped, Stopping
from autograder.errors import AssignmentError, AutograderError, GraderError
from autograder.files import text_of, visible
from autograder.text import count_text, listed, path_shown

if TYPE_CHECKING:
    from autograder.classroom.cluster import Cluster

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
            with stopping.raising_at_signals():
                asked = class_run(options)
                tell_which(asked.ready.assignment.title, asked.ready.assignment.folder)
                if options.dry_run:
                    show(enrolling.enrolment_table(asked.enrolment).rstrip())
                    _contents(asked, _called(asked))
                    return 0
                require_folder(options)
            os.umask(OTHERS)
            with _store(options.out) as store:
                return _Grading(asked, store, stopping).finish()
        except Stopped as stop:
            complain(UNBEGUN.format(stop))
            return stop.exit_status


@contextmanager
def _store(folder: Path) -> Iterator[Store]:
    """The store in DIR; a run that ends before it has begun leaves DIR as it was."""
    made = [each for each in (folder, *folder.parents) if not each.exists()]
    try:
        folder.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
        mode = stat.S_IMODE(folder.stat().st_mode)
        folder.chmod(PRIVATE)
    except OSError as fault:
        if fault.errno not in FORBIDDEN:
            raise
        raise AssignmentError(CLOSED.format(path_shown(folder))) from None
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


class _Grading:
    """One run of `class` with its store, from the first submission to all files.

    `state` is that in which it grades, and `handed` what was handed in by then.
    """

    state: GraderState
    handed: Mapping[str, planning.Content]

    def __init__(self, run: ClassRun, store: Store, stopping: Stopping) -> None:
        self._run, self._store, self._stopping = run, store, stopping
        self._called = _called(run)

    def finish(self) -> int:
        """Grade, and tell what is kept where that is stopped; the exit status.

        Raises Stopped where nothing was changed yet.
        """
        stopping = self._stopping
        try:
            self._grade()
            with stopping.noting_signals():
                status, equal = self._write()
        except Stopped as stop:
            if not self._store.is_begun:
                raise
            complain(CUT.format(stop))
            return stop.exit_status
        words = KEPT
        if stopping.noted_stop is None:
            words = LINES_LEFT
            with suppress(Stopped):
                self._explain(equal)
        if stopping.noted_stop is None:
            return status
        complain(words.format(stopping.noted_stop))
        return stopping.noted_stop.exit_status

    def _grade(self) -> None:
        """Grade what is not graded yet."""
        run, store = self._run, self._store
        with self._graders() as graders:
            self.state = graders.state(self._stopping.raise_if_stopped)
            plan, recounted = self._counted_anew(self._begun())
            began = time.monotonic()
            record = partial(store.record, self.state)
            done = self._carry_out(graders, plan, record)
            seconds = time.monotonic() - began
        tell(summary.run_sentence(done, len(run.enrolment.handed), seconds))
        if recounted:
            tell(summary.recounted_sentence(recounted))
        for sentence in summary.older_state_sentences(
            plan.older, self.state, pages=run.choice.pages
        ):
            tell(sentence)

    @contextmanager
    def _graders(self, more: float = 0.0) -> Iterator[Graders | Cluster]:
        """The graders of this machine or of a cluster; signals are then only noted.

        What they write has a folder of its own.
        """
        options, assignment = self._run.options, self._run.ready.assignment
        budget = assignment.budget
        with scratch(options.out) as folder, ExitStack() as stack:
            setting = Setting(
                assignment.folder.resolve(),
                options.submissions.resolve(),
                options.trust_submissions,
                turns=folder,
                scratch=folder,
            )
            graders = graders_for(options, setting, budget, more)
            with self._stopping.raising_at_signals():
                stack.enter_context(graders)
            with self._stopping.noting_signals():
                yield graders

    def _carry_out(
        self,
        graders: Graders | Cluster,
        plan: planning.Plan,
        record: Callable[[str, Graded], None],
        doing: str = "",
    ) -> int:
        """Have all tasks done; how many were, where that is stopped."""
        shown = planning.Progress(len(plan.tasks), sys.stderr, self._called, doing)
        with shown as progress:

            def is_stopped() -> bool:
                progress.watch(graders.at_work())
                return self._stopping.noted_stop is not None

            graded = graders.grade(plan.tasks, is_stopped)
            return planning.grade_and_record(plan, graded, record, progress)

    def _begun(self) -> planning.Plan:
        """What is to be graded of what is there, once the store has been told of all.

        Raises AssignmentError for what can be used no better later, and Stopped while
        submissions are read. The store is then as it was.
        """
        run, store, enrolment = self._run, self._store, self._run.enrolment
        check = self._stopping.raise_if_stopped
        found = _contents(run, self._called, check)
        digests = {name: content.digest for name, content in found.items()}
        what = coursework_of(run.ready.assignment)
        with store.writing():
            store.put_in_enrolment(what, enrolment, digests, self.state)
            if run.set_by_hand is not None:
                store.override(run.set_by_hand)
            store.remember({**run.told, **self._noted()})
            self._count()
            course, _ = settling.settled_course(store.course(), store)
            self._see_requests(course)
            outputs.require(run.options.out, course, run.wished)
            check()

        def has_page(content: str) -> bool:
            return store.has_page(content, self.state)

        wanted = {
            *enrolment.to_grade(),
            *store.submissions_that_count(),
            *(run.choice.only or ()),
        }
        self.handed = {name: each for name, each in found.items() if name in wanted}
        return planning.plan_of(
            self.handed, store.states_by_content(), self.state, run.choice, has_page
        )

    def _noted(self) -> dict[str, Remembered]:
        """What the store keeps that nobody has said: what was before something."""
        run, noted = self._run, {}
        seen = self._store.remembered_options().get(requests.SEEN)
        if seen is not None and "requests" in run.told:
            noted[requests.SEEN] = seen
        if run.earlier is not None and run.changes_its_own_store:
            noted[comparing.UNFINISHED] = Remembered("", run.earlier.packed())
        return noted

    def _counted_anew(self, plan: planning.Plan) -> tuple[planning.Plan, int]:
        """What is left to be graded, and how many were counted anew from the store."""
        run, store, state = self._run, self._store, self.state
        if run.choice.again:
            return plan, 0

        def again(grading: int) -> Graded | None:
            record = store.record_of(grading)
            return recounting.counted_anew(record, run.ready.assignment)

        plan, found = planning.without_recounted(
            plan, store.recountable_gradings(state), again
        )
        for content, graded in found.items():
            store.record(state, content, graded)
        return plan, len(found)

    def _count(self) -> tuple[str, ...]:
        """Say in the store which of several submissions count; notes on overrides."""
        store = self._store
        course, attempts = store.course(), store.attempts_by_place()
        by_hand, notes = settling.submissions_said_to_count(
            course, store.overrides(), attempts
        )
        best = (
            settling.best_submissions(store) if self._run.enrolment.grades_all else {}
        )
        store.set_submissions_that_count({**best, **by_hand})
        return notes

    def _see_requests(self, course: Course) -> None:
        """Remember what each who asks had when that was first read."""
        run, store = self._run, self._store
        asked = settling.requests_in(run.told)
        if not asked:
            return
        requests.require(asked, course, Path(run.told["requests"].value))
        before = store.remembered_options().get(requests.SEEN)
        now = comparing.standings(course, store)
        known = before.content if before is not None else None
        seen = requests.standings_when_first_read(asked, known, now, course)
        store.remember(
            {**store.remembered_options(), requests.SEEN: Remembered("", seen)}
        )

    def _write(self) -> tuple[int, Likenesses]:
        """Write all files and tell what there is to tell; the status, and a part."""
        store = self._store
        counting = self._count()
        course, notes = settling.settled_course(store.course(self.state), store)
        self._see_requests(course)
        equal = self._likenesses()
        files, changed, unanswered = self._files(course, equal)
        for sentence in (
            *(*counting, *notes, *unanswered, *summary.fault_sentences(course)),
            *(*files.unmatched, *files.notes),
        ):
            complain(sentence)
        for line in comparing.changes_in_words(changed):
            show(line)
        wished, folder = self._run.wished, path_shown(self._run.options.out)
        for sentence in (
            *summary.course_sentences(course),
            *summary.missing_file_sentences(course),
            *summary.not_imported_sentences(course),
            *summary.unseen_sentences(course),
            summary.files_sentence(outputs.names(wished), files.counts, folder),
            *files.lacking,
            *summary.lms_points_sentences(wished.lms(), late=wished.late_points),
        ):
            tell(sentence)
        statuses = {row.status for row in course.rows}
        if FAULT not in statuses and self._stopping.noted_stop is None:
            remembered = (
                store.remembered_options()
            )  # later runs compare with what is now
            if remembered.pop(comparing.UNFINISHED, None):
                store.remember(remembered)
        if FAULT in statuses:
            return GraderError.exit_status, equal
        if BROKEN_CHECK in statuses:
            return AssignmentError.exit_status, equal
        return UNMATCHED if files.unmatched else 0, equal

    def _files(
        self, course: Course, equal: Likenesses
    ) -> tuple[Written, tuple[Change, ...], tuple[str, ...]]:
        """Write all files; what has changed, and notes on who asks and is nobody."""
        run, store = self._run, self._store
        answered: tuple[Answer, ...] = ()
        unanswered: tuple[str, ...] = ()
        asked = settling.requests_in(run.told)
        seen = store.remembered_options().get(requests.SEEN)
        if asked and seen is not None and seen.content is not None:
            now = comparing.standings(course, store)
            answered, unanswered = requests.answers(asked, seen.content, now, course)
        changed = tuple(run.earlier.changes(course, store)) if run.earlier else ()
        findings = Findings(self.state, changed, answered, equal)
        files = outputs.write(run.options.out, store, course, findings, run.wished)
        return files, changed, unanswered

    def _likenesses(self) -> Likenesses:
        """The code that submissions share; none on slides, nor where time is short."""
        ready, sources, cells = self._run.ready, {}, {}
        if self._run.options.anonymous:
            return Likenesses()
        counting = self._store.submissions_that_count()
        for each in self._run.enrolment.handed:
            if self._stopping.noted_stop:
                return Likenesses()
            if each.name in counting:
                with suppress(AssignmentError):  # what cannot be read shares nothing
                    picked = ready.pick(each.files())
                    sources[each.name] = likeness.texts(picked.content)
                    cells[each.name] = picked.cells
        folders = ready.assignment.stub_folders()
        paths = [path for folder in folders for path in visible(folder, "*.py")]
        stubs = {str(path): text_of(path) for path in paths}
        shared = likeness.similar_submissions(
            sources, stubs, lambda: bool(self._stopping.noted_stop)
        )
        return Likenesses(shared, sources, cells)

    def _explain(self, equal: Likenesses) -> None:
        """Look for the lines that are wrong, and write and tell what there is of them.

        All points are there and stay. A fault of ours is told, and changes no status.
        """
        store, tasks = self._store, self._to_explain()
        if tasks:
            tell(SEEK.format(count_text(len(tasks), "submission")))
            try:
                self._look_for_lines(tasks)
            except AutograderError as fault:
                complain(NOT_SOUGHT.format("all", fault))
        with self._stopping.noting_signals():
            course, _ = settling.settled_course(store.course(self.state), store)
            if tasks:
                self._files(course, equal)
        for sentence in summary.cause_sentences(course):
            tell(sentence)

    def _to_explain(self) -> tuple[Task, ...]:
        """Each content once that fails, and of which it was not looked for why."""
        run, tasks = self._run, {}
        left = (
            self._store.unexplained_records(self.state, run.explain)
            if run.explain
            else {}
        )
        for name, content in self.handed.items():
            is_wanted = run.choice.only is None or name in run.choice.only
            if content.pick and content.digest in left and is_wanted:
                record = left[content.digest]
                task = Task(content.digest, content.pick, run.choice.pages, name)
                tasks[content.digest] = replace(task, record=record, steps=run.explain)
        return tuple(tasks.values())

    def _look_for_lines(self, tasks: tuple[Task, ...]) -> None:
        """Have each task done, and put into the store what comes of it at once."""
        called = {t.content: self._called.get(t.name, t.name) for t in tasks}

        def record(content: str, graded: Graded) -> None:
            if graded.fault:
                complain(NOT_SOUGHT.format(called[content], graded.fault))
            else:
                self._store.explain(self.state, content, graded)

        with self._graders(self._run.explain) as graders:
            if graders.state(self._stopping.raise_if_stopped) != self.state:
                raise AssignmentError(CHANGED)
            self._carry_out(graders, planning.Plan(tasks, {}, {}), record, SEEKING)


def _called(run: ClassRun) -> dict[str, str]:
    """Who is behind each submission."""
    found: dict[str, tuple[str, ...]] = {}
    for seat in run.enrolment.seats:
        for name in seat.attempts:
            found[name] = (*found.get(name, ()), seat.student.name or name)
    return {name: listed(names) for name, names in found.items()}


def _contents(
    run: ClassRun, called: Mapping[str, str], check: Callable[[], None] = lambda: None
) -> dict[str, planning.Content]:
    """What was handed in, when it has been told who lacks something."""
    modules, pick = run.ready.assignment.handed_in(), run.ready.pick
    found = planning.contents_by_submission(run.enrolment.handed, modules, pick, check)
    if not run.options.grade_anyway:
        planning.require_any(found, modules, path_shown(run.options.submissions))
    for sentence in planning.sentences_on_missing_modules(found, modules, called):
        tell(sentence)
    return found
