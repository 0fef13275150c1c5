"""What students begin with, graded as it is: it must earn nothing, and be usable.

Stubs tell what is wrong with an adapter before anybody has written anything: a module
of the course, with which they are called.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from autograder.assignment.questions import Assignment
from autograder.errors import AssignmentError
from autograder.files import visible
from autograder.grading.grading import grade_all_tests, opened_grading
from autograder.judging.verdicts import of_fault
from autograder.kinds.all import assignment_with_answers
from autograder.kinds.entries import AnyJudged
from autograder.kinds.game.question import Rules
from autograder.observing.outcome import OF_COURSES, Fault
from autograder.project import PROJECT
from autograder.report.gradebook import Gradebook
from autograder.sandbox.sandbox import Sandbox
from autograder.uploads.adapters import adapters_of, check

UNFIT = "{}: with the course's own stubs: {}"


def stubs_of(assignment: Assignment, root: Path) -> dict[str, Path]:
    """What students begin with, by paths: the course's own stubs, or one a module.

    Raises AssignmentError where a question has none.
    """
    folder = assignment.interface.stubs
    if folder is not None:
        files = [path for path in visible(folder, "**/*") if path.is_file()]
        kept = [path for path in files if path.parent.name != "__pycache__"]
        return {path.relative_to(folder).as_posix(): path for path in kept}
    questions = {each.module: each for each in assignment.all_questions()}
    first = next(iter(questions.values()))
    stubs = {}
    for module in assignment.handed_in():
        asked = questions.get(module, first)
        of = asked.stub_folder if isinstance(asked, Rules) else ""
        path = asked.places.stub_path(module, root, of)
        if not path.is_file():
            raise AssignmentError(f"{path}: there is no stub for this question")
        stubs[path.name] = path
    return stubs


def graded_stubs(
    assignment: Assignment, stubs: Mapping[str, Path]
) -> Sequence[AnyJudged]:
    """What comes of each test with the stubs as they are."""
    with TemporaryDirectory() as folder, Sandbox() as sandbox:
        for name, path in stubs.items():
            Path(folder, name).parent.mkdir(parents=True, exist_ok=True)
            Path(folder, name).write_bytes(path.read_bytes())
        gradebook = Gradebook(None)
        report = gradebook.report
        grading = opened_grading(
            assignment, Path(folder), sandbox, report, trusted=True
        )
        return [*grade_all_tests(grading, gradebook).values()]


def check_adapters(assignment: Assignment) -> None:
    """Raise AssignmentError where a module of the course cannot do its work.

    It is read, and then called with the course's own stubs, if there are any. The
    answers must be there.
    """
    if not any(adapters_of(assignment)):
        return
    assignment = assignment_with_answers(assignment)
    check(assignment)
    if assignment.interface.stubs is None:
        return
    paths = {question.name: path for question, path in adapters_of(assignment)}
    told = {
        UNFIT.format(paths[judged.test.question.name], each.message)
        for judged in graded_stubs(assignment, stubs_of(assignment, PROJECT))
        for each in judged.result.observed.all_outcomes
        if isinstance(each, Fault) and each.kind in OF_COURSES
        if of_fault(each.kind) is judged.verdict  # what is asked for, and no other call
    }
    if told:
        raise AssignmentError("\n".join(sorted(told)))
