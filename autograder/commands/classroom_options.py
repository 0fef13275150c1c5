"""What a run of `class` is asked for, checked before anything is written."""

from __future__ import annotations

import argparse
import importlib.util
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.assignment.questions import Assignment
from autograder.classroom import lateness, outputs, requests, settling
from autograder.classroom import students as enrolling
from autograder.classroom.course import (
    NOT_GRADED,
    Course,
    Enrolment,
    Override,
    Remembered,
    StudentRow,
)
from autograder.classroom.exports.reading import KINDS, read
from autograder.classroom.gradebooks import cells, filling
from autograder.classroom.gradebooks.cells import RowCount
from autograder.classroom.outputs import GRADES, LmsFile, WantedOutputs
from autograder.classroom.page import slides
from autograder.classroom.running.grader import Setting
from autograder.classroom.running.graders import Graders
from autograder.classroom.running.plan import Choice, submissions_named, tell_above
from autograder.classroom.store import comparing
from autograder.classroom.store.book import DAMAGED, NAME, book_for_reading
from autograder.classroom.store.comparing import Earlier
from autograder.classroom.students import KEEP, LAST
from autograder.commands.options import (
    IN_CLASS,
    Parser,
    add_assignment,
    add_explain,
    add_flag,
    add_path,
    explain_budget,
    tell,
    whole,
)
from autograder.errors import AssignmentError
from autograder.grading.grading import Ready, ready
from autograder.kinds.all import load
from autograder.project import how_to_add
from autograder.sandbox import runqueue
from autograder.sandbox.workers import FLAG
from autograder.text import count_text, listed, path_shown

if TYPE_CHECKING:
    from autograder.classroom.cluster import Cluster

MOST_JOBS = 64
ADDRESS = re.compile(r"(\w+://)?[^\s/:]+(:[^\s/]*)?:\d{1,5}")
FEEDBACK = ("html", "canvas", "moodle")
NOTHING_OFF = (
    "--late-points needs what lateness takes off: --late-rule RULE, or --late CSV"
)
Sheet = tuple[Path, bytes]  # a CSV that somebody has written by hand, and its content
NOTES = (requests.SEEN, comparing.UNFINISHED)  # what nobody has said, in a store


def add_options(command: Parser) -> None:
    """The options of `class`."""
    command.add_argument(
        "submissions",
        type=Path,
        metavar="SUBMISSIONS",
        help="an export of Gradescope, Canvas or Moodle, zipped or unpacked, or a "
        "folder of folders, zips and files",
    )
    add_path(command, "--out", "DIR", "where the grades go, and the store")
    add_assignment(command, None, "that of earlier runs, else test_trees")
    command.add_argument("--as", dest="kind", choices=KINDS, help="what it is")
    command.add_argument(
        "--names",
        metavar="PATTERN",
        help="how files in a folder are named: '{student}-{file}', "
        "'{student}/ps1/{file}'",
    )
    add_flag(
        command,
        "--grade-anyway",
        "grade though nobody has handed in any file that is asked for",
    )
    add_flag(command, "--dry-run", "tell whose files are which, and stop")
    _add_class(command)
    _add_words(command)
    _add_lms(command)
    _add_choice(command)
    group = command.add_argument_group("how")
    add_graders(group, "gradings", "grade")
    add_explain(group, IN_CLASS)
    add_flag(group, FLAG, "grade code that this system cannot isolate")


def _add_class(command: Parser) -> None:
    group = command.add_argument_group("the class and its grades")
    add_path(group, "--roster", "CSV", "everybody on it has a row")
    group.add_argument(
        "--keep",
        choices=KEEP,
        help="which counts of several submissions of one student (default: last)",
    )
    add_path(
        group,
        "--overrides",
        "CSV",
        "points set by hand: sid, question or total, points, reason; or sid and "
        "the submission that counts",
    )
    group.add_argument(
        "--forget",
        action="append",
        default=[],
        metavar="NAME",
        help="one of these that an earlier run was told: "
        f"{listed(settling.REMEMBERED, 99)}; may be repeated",
    )
    add_flag(
        group,
        "--anonymous",
        "class.html for slides: without names, and with no test but those that "
        "students may see now",
    )


def _add_words(command: Parser) -> None:
    group = command.add_argument_group("lateness, and what people say")
    group.add_argument("--due", metavar="TIME", help="what came after it is late")
    group.add_argument(
        "--late-rule",
        metavar="RULE",
        help=f"what is taken off for that: '{lateness.EXAMPLE}'".replace("%", "%%"),
    )
    add_path(
        group,
        "--late",
        "CSV",
        "for whom something else holds: sid, extension or deduction, reason",
    )
    add_path(
        group,
        "--comments",
        "CSV",
        "what people say: sid, question, tree, text, points; with max of a part "
        "by hand",
    )
    add_path(
        group, "--requests", "CSV", "questions about grades: sid, question, text, state"
    )


def _add_lms(command: Parser) -> None:
    group = command.add_argument_group("the way back into the LMS")
    add_path(group, "--canvas", "CSV", "fill in Canvas's gradebook")
    group.add_argument(
        "--column", metavar="TITLE", help="the column of it: 'Title (123)'"
    )
    add_path(group, "--moodle", "CSV", "fill in Moodle's grading worksheet")
    group.add_argument(
        "--identifier-column",
        metavar="NAME",
        help=f"what it calls the column of numbers (default: {filling.IDENTIFIER})",
    )
    group.add_argument(
        "--grade-column",
        metavar="NAME",
        help=f"what it calls the grades (default: {filling.GRADE})",
    )
    add_flag(
        group,
        "--late-points",
        "into these, points without what lateness takes off; the LMS must then "
        "not do so, too",
    )
    group.add_argument(
        "--feedback",
        choices=FEEDBACK,
        help="a page for each student, with what students may see now; with canvas or "
        "moodle also feedback.zip",
    )
    add_flag(
        group,
        "--published",
        "there, and on slides, also tests that students see after the due date, "
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
    add_flag(group, "--again", "also what was graded before")
    add_flag(
        group,
        "--changed",
        "also what was graded before the assignment or the grader changed",
    )
    add_path(
        group,
        "--compare",
        "OLD",
        "tell whose points are others than in an earlier DIR, and why",
    )


def add_graders(group: argparse._ActionsContainer, things: str, what: str) -> None:
    """The options `--jobs` and `--cluster`: how many `things`, and where is `what`."""
    group.add_argument(
        "--jobs",
        type=whole(1, MOST_JOBS),
        metavar="N",
        help=f"{things} at once (default: the cores)",
    )
    group.add_argument(
        "--cluster",
        type=_address,
        metavar="ADDRESS",
        help=f"{what} on the workers of this scheduler of Dask (docs/cluster.md)",
    )


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
    wished: WantedOutputs
    choice: Choice
    told: Mapping[str, Remembered]
    set_by_hand: tuple[Override, ...] | None
    earlier: Earlier | None
    explain: float  # millions of steps of a search for wrong lines

    @property
    def changes_its_own_store(self) -> bool:
        """Whether it is the store of this run that it changes and compares with."""
        old = self.options.compare
        return old is not None and _is_same(old, self.options.out)


def class_run(options: argparse.Namespace) -> ClassRun:
    """Raises AssignmentError for what cannot be used."""
    require_dask(options)
    told, kept = _told(options)
    prepared = ready(load(settling.assignment(told)))
    export = read(
        options.submissions,
        prepared.assignment.handed_in(),
        options.kind or "",
        told["names"].value if "names" in told else "",
    )
    everybody = None
    if roster := told.get("roster"):
        everybody = enrolling.load_roster(Path(roster.value), roster.content)
    keep = told["keep"].value if "keep" in told else LAST
    enrolment = enrolling.enrol(export, everybody, keep)
    tell(_recognised(options.submissions, enrolment))
    for note in (*enrolment.notes, *kept):
        tell(note)
    table = options.overrides
    set_by_hand = settling.overrides_in(table) if table else None
    written = [*_sheets(options, told)]
    _require_apart(written, enrolment)
    if set_by_hand is None and settling.OVERRIDES in options.forget:
        set_by_hand = ()
    wished = _wished(options, prepared.assignment, told)
    for count in _rows_read(written, enrolment, told, wished):
        tell(count.row_count_sentence())
    only = submissions_named(enrolment, options.only) if options.only else None
    return ClassRun(
        options=options,
        ready=prepared,
        enrolment=enrolment,
        wished=wished,
        choice=Choice(only, options.again, options.changed, bool(wished.feedback)),
        told=told,
        set_by_hand=set_by_hand,
        earlier=_earlier(options),
        explain=explain_budget(options.explain, IN_CLASS),
    )


def _told(options: argparse.Namespace) -> tuple[dict[str, Remembered], list[str]]:
    """What this run and earlier ones were told, and sentences on what is of these."""
    path = options.out and options.out / NAME
    before: dict[str, Remembered] = {}
    set_by_hand: tuple[Override, ...] = ()
    if path is not None and path.is_file() and path.stat().st_size:
        with book_for_reading(path) as book:
            before, set_by_hand = book.remembered_options(), book.overrides()
    for name in NOTES:
        before.pop(name, None)
    before = settling.options_without(before, options.forget)
    now = settling.remembered_options(options)
    told = {**before, **now}
    settling.require_readable(told)
    goes = options.overrides or settling.OVERRIDES in options.forget
    count = 0 if goes else len(set_by_hand)
    return told, [*settling.sentences(before, now, count)]


def _require_apart(written: Iterable[Sheet], enrolment: Enrolment) -> None:
    """AssignmentError where a row of a student's stands within one of another's."""
    students = [seat.student for seat in enrolment.seats]
    ids = {each.name for each in enrolment.handed}.union(
        *({each.sid, each.lms} for each in students)
    ) - {""}
    for path, content in written:
        cells.require_no_rows_within_cells(content, path, ids)


def _sheets(
    options: argparse.Namespace, remembered: Mapping[str, Remembered]
) -> Iterator[Sheet]:
    """The CSVs that people have written by hand, with what is in them."""
    for name in ("late", "comments", "requests"):
        if name in remembered:
            content = remembered[name].content
            assert content is not None  # it was read when it was given
            yield Path(remembered[name].value), content
    if options.overrides:
        yield options.overrides, cells.read(options.overrides)


def _rows_read(
    written: Iterable[Sheet],
    enrolment: Enrolment,
    remembered: Mapping[str, Remembered],
    wished: WantedOutputs,
) -> Iterator[RowCount]:
    """What becomes of the rows of each CSV of this run."""
    seats = enrolment.seats
    rows = [StudentRow(s.student, NOT_GRADED, s.submission) for s in seats]
    attempts = {name for seat in seats for name in seat.attempts}
    if "roster" in remembered:
        listed_in = remembered["roster"]
        yield enrolling.roster_rows_read(Path(listed_in.value), listed_in.content)
    for path, content in written:
        yield cells.rows_read(content, path, rows, attempts)
    course = Course("", enrolment.kind, {}, {}, tuple(rows))
    for _, gradebook in outputs.filled(course, wished):
        yield gradebook.rows


def require_dask(options: argparse.Namespace) -> None:
    """AssignmentError where a cluster is asked for that there cannot be."""
    if not options.cluster:
        return
    if options.jobs:
        raise AssignmentError(
            "--jobs is for this machine: how much a cluster does at once, the threads "
            "of its workers say; leave out --jobs or --cluster"
        )
    if importlib.util.find_spec("distributed") is None:
        raise AssignmentError(
            f"--cluster needs Dask: {how_to_add('cluster')} installs it"
        )


def graders_for(
    options: argparse.Namespace, setting: Setting, patience: float, more: float = 0.0
) -> Graders | Cluster:
    """The graders of this machine, or of the cluster that is asked for.

    `patience` and `more` are seconds, as `Graders` has them.
    """
    if options.cluster:
        from autograder.classroom import cluster  # noqa: PLC0415 - needs Dask

        how = patience, partial(tell_above, sys.stderr), cluster.LIMITS
        return cluster.Cluster(setting, options.cluster, *how)
    jobs = options.jobs or len(runqueue.allowed_cores()) or 1
    return Graders(setting, jobs, patience, more)


def _recognised(path: Path, enrolment: Enrolment) -> str:
    kind = enrolment.kind.capitalize()
    what = "a folder" if kind == "Folder" else f"an export of {kind}"
    submissions = count_text(len(enrolment.handed), "submission")
    students = count_text(len(enrolment.seats), "student")
    return f"{path_shown(path)}: {what}, {submissions}, {students}"


def _wished(
    options: argparse.Namespace,
    assignment: Assignment,
    remembered: Mapping[str, Remembered],
) -> WantedOutputs:
    if ("canvas" in remembered) != ("column" in remembered):
        raise AssignmentError(
            "--canvas CSV needs --column 'Title (123)', and the reverse"
        )
    own = (("identifier-column", filling.IDENTIFIER), ("grade-column", filling.GRADE))
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
    return WantedOutputs(
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
    """The file to be filled in; AssignmentError where it is no right CSV."""
    if given is None:
        return None
    cells.load(Path(given.value), given.content)
    return LmsFile(Path(given.value), columns, given.content)


def require_folder(options: argparse.Namespace) -> None:
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
    store = folder / NAME
    if folder.exists() and not store.exists() and any(folder.iterdir()):
        raise AssignmentError(f"{shown}: is not empty; name a new folder with --out")
    if (folder / GRADES).exists() and not store.stat().st_size:
        raise AssignmentError(DAMAGED.format(path_shown(store), "it is empty"))


def _earlier(options: argparse.Namespace) -> Earlier | None:
    """What there was before; of a run that did not get to its end, before that run."""
    if options.compare is None:
        return None
    with book_for_reading(options.compare) as book:
        begun = book.remembered_options().get(comparing.UNFINISHED)
        if begun and begun.content and _is_same(options.compare, options.out):
            return comparing.earlier_from_bytes(begun.content)
        return Earlier.of(book, settling.settled_course(book.course(), book)[0])


def _is_same(old: Path, out: Path | None) -> bool:
    path = old / NAME if old.is_dir() else old
    return out is not None and path.resolve() == (out / NAME).resolve()
