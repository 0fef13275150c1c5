"""The command `class`: grade the submissions of a whole class, and go on with that."""

from __future__ import annotations

import argparse
import importlib.util
import os
import re
import stat
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.assignment.questions import Assignment
from autograder.classroom import (
    likeness,
    outputs,
    overrides,
    penalties,
    remembering,
    requests,
    settling,
    summary,
)
from autograder.classroom.course import (
    BROKEN_CHECK,
    FAULT,
    Course,
    Enrolment,
    Export,
    Graded,
    Override,
    Remembered,
)
from autograder.classroom.exports.reading import KINDS, read
from autograder.classroom.gradebooks import moodle
from autograder.classroom.outputs import Findings, LmsFile, Wished
from autograder.classroom.page import slides
from autograder.classroom.page.equal import Likenesses
from autograder.classroom.requests import Answer
from autograder.classroom.running import recounting
from autograder.classroom.running.grader import Setting
from autograder.classroom.running.graders import Graders
from autograder.classroom.running.plan import (
    Choice,
    Plan,
    carry_out,
    contents,
    named,
    planned,
    without_recounted,
)
from autograder.classroom.running.progress import Progress
from autograder.classroom.running.scratch import scratch
from autograder.classroom.running.state import GraderState
from autograder.classroom.store import comparing
from autograder.classroom.store.book import NAME, reading
from autograder.classroom.store.comparing import Earlier
from autograder.classroom.store.store import Store, coursework_of
from autograder.classroom.students import enrolment as enrolling
from autograder.classroom.students import roster
from autograder.classroom.students.enrolment import KEEP, LAST
from autograder.commands.options import Parser, add_assignment
from autograder.commands.stopping import Stopped, Stopping
from autograder.commands.streams import complain, show
from autograder.errors import AssignmentError, GraderError
from autograder.files import text_of
from autograder.grading.ready import Ready, ready
from autograder.kinds.all import load
from autograder.sandbox import shares
from autograder.sandbox.trust import FLAG
from autograder.text import clean, listed, path_shown, wrapped
from autograder.uploads.staging import pick

if TYPE_CHECKING:
    from autograder.classroom.cluster.cluster import Cluster

PRIVATE, OTHERS = 0o700, 0o077
UNBEGUN = "{} Nothing was graded, and nothing has changed; run the same again."
KEPT = "{} What was graded is kept, and in all files; run the same again to go on."
CUT = (
    "{} What was graded is kept in class.sqlite, though not in all files yet; run the "
    "same again to go on."
)
NOTHING_OFF = (
    "--late-points needs what lateness takes off: --late-rule RULE, or --late CSV"
)
NOTES = (requests.SEEN, comparing.UNFINISHED)  # what nobody has said, in a store
UNMATCHED = 1  # the exit status where rows of an LMS's file fit nobody
MOST_JOBS = 64
WIDTH, LONGEST = 80, 400
ADDRESS = re.compile(r"(\w+://)?[^\s/:]+(:[^\s/]*)?:\d{1,5}")
FEEDBACK = ("html", "canvas", "moodle")


def add_options(command: Parser) -> None:
    """The options of `class`."""
    command.add_argument(
        "submissions",
        type=Path,
        metavar="SUBMISSIONS",
        help="an export of Gradescope, Canvas or Moodle, zipped or unpacked, or a "
        "folder of folders, zips and files",
    )
    command.add_argument(
        "--out", type=Path, metavar="DIR", help="where the grades go, and the store"
    )
    add_assignment(command, None, "that of earlier runs, else test_trees")
    command.add_argument("--as", dest="kind", choices=KINDS, help="what it is")
    command.add_argument(
        "--dry-run", action="store_true", help="tell whose files are which, and stop"
    )
    _add_class(command)
    _add_words(command)
    _add_lms(command)
    _add_choice(command)
    _add_run(command)


def _add_class(command: Parser) -> None:
    group = command.add_argument_group("the class and its grades")
    group.add_argument(
        "--roster", type=Path, metavar="CSV", help="everybody on it has a row"
    )
    group.add_argument(
        "--keep",
        choices=KEEP,
        help="which counts of several submissions of one student (default: last)",
    )
    group.add_argument(
        "--overrides",
        type=Path,
        metavar="CSV",
        help="points set by hand: sid, question or total, points, reason; or sid and "
        "the submission that counts",
    )
    group.add_argument(
        "--forget",
        action="append",
        default=[],
        metavar="NAME",
        help="one of these that an earlier run was told: "
        f"{listed(remembering.NAMES, 99)}; may be repeated",
    )
    group.add_argument(
        "--anonymous",
        action="store_true",
        help="class.html for slides: without names, and with no test but those that "
        "students may see now",
    )


def _add_words(command: Parser) -> None:
    group = command.add_argument_group("lateness, and what people say")
    group.add_argument("--due", metavar="TIME", help="what came after it is late")
    group.add_argument(
        "--late-rule",
        metavar="RULE",
        help=f"what is taken off for that: '{penalties.EXAMPLE}'".replace("%", "%%"),
    )
    group.add_argument(
        "--late",
        type=Path,
        metavar="CSV",
        help="for whom something else holds: sid, extension or deduction, reason",
    )
    group.add_argument(
        "--comments",
        type=Path,
        metavar="CSV",
        help="what people say: sid, question, tree, text, points; with max of a part "
        "by hand",
    )
    group.add_argument(
        "--requests",
        type=Path,
        metavar="CSV",
        help="questions about grades: sid, question, text, state",
    )


def _add_lms(command: Parser) -> None:
    group = command.add_argument_group("the way back into the LMS")
    group.add_argument(
        "--canvas", type=Path, metavar="CSV", help="fill in Canvas's gradebook"
    )
    group.add_argument(
        "--column", metavar="TITLE", help="the column of it: 'Title (123)'"
    )
    group.add_argument(
        "--moodle", type=Path, metavar="CSV", help="fill in Moodle's grading worksheet"
    )
    group.add_argument(
        "--identifier-column",
        metavar="NAME",
        help=f"what it calls the column of numbers (default: {moodle.IDENTIFIER})",
    )
    group.add_argument(
        "--grade-column",
        metavar="NAME",
        help=f"what it calls the grades (default: {moodle.GRADE})",
    )
    group.add_argument(
        "--late-points",
        action="store_true",
        help="into these, points without what lateness takes off; the LMS must then "
        "not do so, too",
    )
    group.add_argument(
        "--feedback",
        choices=FEEDBACK,
        help="a page for each student, with what students may see now; with canvas or "
        "moodle also feedback.zip",
    )
    group.add_argument(
        "--published",
        action="store_true",
        help="there, and on slides, also tests that students see after the due date, "
        "or after the grades are published; hidden ones never",
    )


def _add_choice(command: Parser) -> None:
    group = command.add_argument_group("what is graded")
    group.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="WHO",
        help="sid, name, submission, or a file of them; may be repeated",
    )
    group.add_argument(
        "--again", action="store_true", help="also what was graded before"
    )
    group.add_argument(
        "--changed",
        action="store_true",
        help="also what was graded before the assignment or the grader changed",
    )
    group.add_argument(
        "--compare",
        type=Path,
        metavar="OLD",
        help="tell whose points are others than in an earlier DIR, and why",
    )


def _add_run(command: Parser) -> None:
    group = command.add_argument_group("how")
    group.add_argument(
        "--jobs", type=_jobs, metavar="N", help="gradings at once (default: the cores)"
    )
    group.add_argument(
        "--cluster",
        type=_address,
        metavar="ADDRESS",
        help="grade on the workers of this scheduler of Dask (docs/cluster.md)",
    )
    group.add_argument(
        FLAG, action="store_true", help="grade code that this system cannot isolate"
    )


def _jobs(text: str) -> int:
    count = int(text) if text.isdecimal() else 0
    if not 1 <= count <= MOST_JOBS:
        raise argparse.ArgumentTypeError(f"expected a number from 1 to {MOST_JOBS}")
    return count


def _address(text: str) -> str:
    if not ADDRESS.fullmatch(text):
        raise argparse.ArgumentTypeError(
            "expected the address of a scheduler, as tcp://10.0.0.1:8786"
        )
    return text


@dataclass(frozen=True, slots=True)
class ClassRun:
    """What a run was asked for, checked as far as that can be done beforehand."""

    options: argparse.Namespace
    ready: Ready
    enrolment: Enrolment
    wished: Wished
    choice: Choice
    told: Mapping[str, Remembered]
    set_by_hand: tuple[Override, ...] | None
    earlier: Earlier | None

    @property
    def compares_with_itself(self) -> bool:
        """Whether it is the store of this run that it changes and compares with."""
        old = self.options.compare
        return old is not None and _is_same(old, self.options.out)


def run(options: argparse.Namespace) -> int:
    """Grade a class; the exit status is that of the gravest that was met.

    All is read and checked before anything is written.
    """
    with Stopping() as stopping:
        try:
            with stopping.heeding():
                asked = _class_run(options)
                if options.dry_run:
                    show(enrolling.table(asked.enrolment).rstrip())
                    return 0
                _require_folder(options)
            os.umask(OTHERS)
            with _store(options.out) as store:
                return _kept(asked, store, stopping)
        except Stopped as stop:
            complain(UNBEGUN.format(stop))
            return stop.exit_status


def _class_run(options: argparse.Namespace) -> ClassRun:
    """Raises AssignmentError for what cannot be used."""
    _require_dask(options)
    told, kept = _told(options)
    prepared = ready(load(remembering.assignment(told)))
    export = read(
        options.submissions, prepared.assignment.modules(), options.kind or ""
    )
    enrolment = _enrolment(export, told)
    _tell(_recognised(options.submissions, enrolment))
    for note in (*enrolment.notes, *kept):
        _tell(note)
    set_by_hand = overrides.load(options.overrides) if options.overrides else None
    if set_by_hand is None and remembering.OVERRIDES in options.forget:
        set_by_hand = ()
    wished = _wished(options, prepared.assignment, told)
    return ClassRun(
        options=options,
        ready=prepared,
        enrolment=enrolment,
        wished=wished,
        choice=_choice(options, enrolment, pages=bool(wished.feedback)),
        told=told,
        set_by_hand=set_by_hand,
        earlier=_earlier(options),
    )


def _told(options: argparse.Namespace) -> tuple[dict[str, Remembered], list[str]]:
    """What this run and earlier ones were told, and sentences on what is of these."""
    path = options.out and options.out / NAME
    before: dict[str, Remembered] = {}
    set_by_hand: tuple[Override, ...] = ()
    if path is not None and path.is_file() and path.stat().st_size:
        with reading(path) as book:
            before, set_by_hand = book.remembered(), book.overrides()
    for name in NOTES:
        before.pop(name, None)
    before = remembering.forget(before, options.forget)
    now = remembering.given(options)
    told = {**before, **now}
    settling.check(told)
    goes = options.overrides or remembering.OVERRIDES in options.forget
    count = 0 if goes else len(set_by_hand)
    return told, [*remembering.sentences(before, now, count)]


def _enrolment(export: Export, remembered: Mapping[str, Remembered]) -> Enrolment:
    listed_in = remembered.get("roster")
    everybody = (
        roster.load(Path(listed_in.value), listed_in.content) if listed_in else None
    )
    keep = remembered["keep"].value if "keep" in remembered else LAST
    return enrolling.enrol(export, everybody, keep)


def _require_dask(options: argparse.Namespace) -> None:
    """AssignmentError where a cluster is asked for that cannot be."""
    if not options.cluster:
        return
    if options.jobs:
        raise AssignmentError(
            "--jobs is for this machine: how much a cluster does at once, the threads "
            "of its workers say; leave out --jobs or --cluster"
        )
    if importlib.util.find_spec("distributed") is None:
        raise AssignmentError("--cluster needs Dask: ./setup.sh --cluster installs it")


def _recognised(path: Path, enrolment: Enrolment) -> str:
    kind = enrolment.kind.capitalize()
    what = "a folder" if kind == "Folder" else f"an export of {kind}"
    submissions, students = len(enrolment.handed), len(enrolment.seats)
    return f"{path_shown(path)}: {what}, {submissions} submissions, {students} students"


def _wished(
    options: argparse.Namespace,
    assignment: Assignment,
    remembered: Mapping[str, Remembered],
) -> Wished:
    """Raises AssignmentError where options do not go together."""
    if ("canvas" in remembered) != ("column" in remembered):
        raise AssignmentError("--canvas CSV needs --column 'Title (123)', and that it")
    own = (("identifier-column", moodle.IDENTIFIER), ("grade-column", moodle.GRADE))
    names = tuple(remembered[n].value if n in remembered else usual for n, usual in own)
    feedback = remembered["feedback"].value if "feedback" in remembered else ""
    anonymous, published = options.anonymous, options.published
    if published and not (feedback or anonymous):
        raise AssignmentError(
            "--published is for what students see: --feedback KIND, or --anonymous"
        )
    if options.late_points and not settling.deducts(remembered):
        raise AssignmentError(NOTHING_OFF)
    column = (remembered["column"].value,) if "column" in remembered else ()
    return Wished(
        canvas=_lms_file(remembered.get("canvas"), column),
        moodle=_lms_file(remembered.get("moodle"), names),
        feedback=feedback,
        slides=anonymous,
        published=published,
        shown=slides.shown_tests(assignment, published=published),
        late_points=options.late_points,
        requests="requests" in remembered,
        compares=options.compare is not None,
    )


def _lms_file(given: Remembered | None, columns: tuple[str, ...]) -> LmsFile | None:
    if given is None:
        return None
    return LmsFile(Path(given.value), columns, given.content)


def _choice(
    options: argparse.Namespace, enrolment: Enrolment, *, pages: bool
) -> Choice:
    only = named(enrolment, options.only) if options.only else None
    return Choice(only, options.again, options.changed, pages)


def _require_folder(options: argparse.Namespace) -> None:
    """AssignmentError unless DIR is new, empty, or of an earlier run."""
    if options.out is None:
        raise AssignmentError("name a folder for the grades: --out DIR")
    folder, shown = options.out, path_shown(options.out)
    if folder.exists() and not folder.is_dir():
        raise AssignmentError(f"{shown}: is a file; --out needs a folder")
    within = folder.resolve().parents
    if options.submissions.resolve() in (folder.resolve(), *within):
        raise AssignmentError(
            f"{shown}: lies among the submissions; name another --out"
        )
    if folder.exists() and not (folder / NAME).exists() and any(folder.iterdir()):
        raise AssignmentError(f"{shown}: is not empty; name a new folder with --out")


@contextmanager
def _store(folder: Path) -> Iterator[Store]:
    """The store in DIR; a run that ends before it has begun leaves DIR as it was."""
    made = [each for each in (folder, *folder.parents) if not each.exists()]
    folder.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
    mode = stat.S_IMODE(folder.stat().st_mode)
    is_begun = False
    try:
        folder.chmod(PRIVATE)
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


def _earlier(options: argparse.Namespace) -> Earlier | None:
    """What there was before; of a run that did not get to its end, before that run."""
    if options.compare is None:
        return None
    with reading(options.compare) as book:
        begun = book.remembered().get(comparing.UNFINISHED)
        if begun and begun.content and _is_same(options.compare, options.out):
            return comparing.unpacked(begun.content)
        return Earlier.of(book, settling.settled(book.course(), book)[0])


def _is_same(old: Path, out: Path | None) -> bool:
    """Whether the store of an earlier run is the one in DIR."""
    path = old / NAME if old.is_dir() else old
    return out is not None and path.resolve() == (out / NAME).resolve()


def _kept(run: ClassRun, store: Store, stopping: Stopping) -> int:
    """Grade, and tell what is kept where that is stopped; the exit status.

    Raises Stopped where nothing was changed yet.
    """
    try:
        state = _graded(run, store, stopping)
        with stopping.finishing():
            status = _written(
                run, store, state, is_stopped=lambda: bool(stopping.stopped)
            )
    except Stopped as stop:
        if not store.is_begun:
            raise
        complain(CUT.format(stop))
        return stop.exit_status
    if stopping.stopped is None:
        return status
    complain(KEPT.format(stopping.stopped))
    return stopping.stopped.exit_status


def _graded(run: ClassRun, store: Store, stopping: Stopping) -> GraderState:
    """Grade what is not graded yet; the state in which that was done."""
    with _setting(run) as setting, ExitStack() as stack:
        graders = _graders(run, setting)
        with stopping.heeding():
            stack.enter_context(graders)
        with stopping.finishing():
            state = graders.state(stopping.check)
            plan = _begun(run, store, state, stopping.check)
            plan, counted = _counted_anew(run, store, state, plan)
            began = time.monotonic()
            with Progress(len(plan.tasks), sys.stderr, _called(run)) as progress:

                def is_stopped() -> bool:
                    progress.watch(graders.at_work())
                    return stopping.stopped is not None

                found = graders.grade(plan.tasks, is_stopped)
                done = carry_out(plan, found, partial(store.record, state), progress)
            seconds = time.monotonic() - began
    _tell(summary.of_run(done, len(run.enrolment.handed), seconds))
    if counted:
        _tell(summary.of_recounted(counted))
    for sentence in summary.of_older(plan.older, state, pages=run.choice.pages):
        _tell(sentence)
    return state


def _called(run: ClassRun) -> dict[str, str]:
    """Who is behind each submission."""
    found: dict[str, tuple[str, ...]] = {}
    for seat in run.enrolment.seats:
        for name in seat.attempts:
            found[name] = (*found.get(name, ()), seat.student.name or name)
    return {name: listed(names) for name, names in found.items()}


def _graders(run: ClassRun, setting: Setting) -> Graders | Cluster:
    """The graders of this machine, or of the cluster that is named."""
    options, budget = run.options, run.ready.assignment.budget
    if options.cluster:
        from autograder.classroom.cluster.cluster import Cluster

        return Cluster(setting, options.cluster, budget)
    return Graders(setting, options.jobs or len(shares.allowed()) or 1, budget)


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


def _begun(
    run: ClassRun, store: Store, state: GraderState, check: Callable[[], None]
) -> Plan:
    """What is to be graded, once the store has been told of all.

    Raises AssignmentError for what can be used no better later, and what `check`
    raises, which is called while submissions are read. The store is then as it was.
    """
    ready, enrolment = run.ready, run.enrolment
    found = contents(enrolment.handed, ready.assignment.modules(), ready.checks, check)
    digests = {name: content.digest for name, content in found.items()}
    what = coursework_of(ready.assignment)
    with store.beginning():
        store.begin(what, enrolment, digests, state)
        if run.set_by_hand is not None:
            store.override(run.set_by_hand)
        store.remember({**run.told, **_noted(run, store)})
        _count(run, store)
        course, _ = settling.settled(store.course(), store)
        _see_requests(run, store, course)
        outputs.require(run.options.out, course, run.wished)
        check()

    def has_page(content: str) -> bool:
        return store.has_page(content, state)

    wanted = {*enrolment.to_grade(), *store.counting(), *(run.choice.only or ())}
    mine = {name: each for name, each in found.items() if name in wanted}
    return planned(mine, store.states(), state, run.choice, has_page)


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
    best = store.best() if run.enrolment.grades_all else {}
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
) -> int:
    """Write all files and tell what there is to tell; the exit status."""
    counting = _count(run, store)
    course, notes = settling.settled(store.course(state), store)
    _see_requests(run, store, course)
    answered, unanswered = _answers(run, store, course)
    changed = tuple(run.earlier.changes(course, store)) if run.earlier else ()
    findings = Findings(state, changed, answered, _likenesses(run, store, is_stopped))
    unmatched, of_files = outputs.write(
        run.options.out, store, course, findings, run.wished
    )
    of_faults = summary.of_faults(course)
    told = (*counting, *notes, *unanswered, *of_faults, *unmatched, *of_files)
    for sentence in told:
        complain(sentence)
    for line in comparing.lines(changed):
        show(line)
    for sentence in (*summary.of_course(course), *summary.of_unseen(course)):
        _tell(sentence)
    _tell(summary.of_files(outputs.names(run.wished), path_shown(run.options.out)))
    for sentence in summary.of_points(run.wished.lms(), late=run.wished.late_points):
        _tell(sentence)
    statuses = {row.status for row in course.rows}
    if FAULT not in statuses and not is_stopped():
        _forget_unfinished(store)
    if FAULT in statuses:
        return GraderError.exit_status
    if BROKEN_CHECK in statuses:
        return AssignmentError.exit_status
    return UNMATCHED if unmatched else 0


def _forget_unfinished(store: Store) -> None:
    """Let later runs compare with what there is now."""
    remembered = store.remembered()
    if remembered.pop(comparing.UNFINISHED, None):
        store.remember(remembered)


def _likenesses(
    run: ClassRun, store: Store, is_stopped: Callable[[], bool]
) -> Likenesses:
    """The code that submissions share; none on slides, nor where time is short."""
    ready, sources = run.ready, {}
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
    questions = ready.assignment.all_questions()
    folders = dict.fromkeys(q.places.stub(q.module).parent for q in questions)
    paths = [path for folder in folders for path in sorted(folder.glob("*.py"))]
    stubs = {str(path): text_of(path) for path in paths}
    return Likenesses(likeness.alike(sources, stubs, is_stopped), sources)


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


def _tell(sentence: str) -> None:
    show("\n".join(wrapped(clean(sentence, LONGEST), WIDTH, rest="    ")))
