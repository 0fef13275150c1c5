"""`adequacy --prices`: what each mistake costs, and whether that is what it should.

What mistakes have wrong is kept beside the assignment, and found anew where anything
but points has changed since.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from autograder import files
from autograder.answers.file import FOLDER
from autograder.assignment.questions import Assignment
from autograder.assignment.reading import FILE
from autograder.authoring import prices
from autograder.authoring.misconceptions import gravities
from autograder.authoring.prices import Losses, QuestionPrices
from autograder.errors import AssignmentError
from autograder.kinds import prices as words
from autograder.kinds.all import KINDS
from autograder.project import MISTAKES, PACKAGE, PROJECT, files_of_package

RECORD = Path(FOLDER, "adequate.txt")  # and there, that its tests do
PRICES = "prices.json"  # in an assignment's folder
AGAIN = "delete the file, and `adequacy --prices` writes it anew"
GRAVITY = b"gravity:"  # begins a line of a mistake on which nothing hangs that it does


WITHOUT = {  # rooms that only tell of it, or have no part in it
    *("classroom", "commands", "drawing", "report", "testing", "venv", "words"),
}
CACHES = "__pycache__"


def digest_of(folder: Path, leaving_out: Sequence[Path], line: bytes = b"") -> str:
    """Of trees, answers and mistakes, of the reference, and of the grader.

    Left out are some files of the folder, and in mistakes what begins with that line.
    """
    made = hashlib.sha256()
    for top, path in _files(folder):
        if path in leaving_out:
            continue
        content = path.read_bytes()
        if line and MISTAKES in path.parts:
            lines = content.splitlines(keepends=True)
            content = b"".join(each for each in lines if not each.startswith(line))
        made.update(path.relative_to(top).as_posix().encode())
        made.update(hashlib.sha256(content).digest())
    return made.hexdigest()


def _files(folder: Path) -> Iterator[tuple[Path, Path]]:
    """All that it hangs on; folders below with an assignment of their own do not."""
    others = [
        p.parent for p in files.visible(folder, f"**/{FILE}") if p.parent != folder
    ]
    own = [
        path
        for path in files.visible(folder, "**/*")
        if not {*path.parents} & {*others}
    ]
    reference = files.visible(PROJECT / "reference", "**/*")
    for top, paths in ((folder, own), (PROJECT, reference)):
        for path in paths:
            if path.is_file() and CACHES not in path.parts:
                yield top, path
    for name, path in files_of_package(PACKAGE).items():
        if path.suffix == ".py" and name.partition("/")[0] not in WITHOUT:
            yield PACKAGE.parent, path


def prices_of(
    assignment: Assignment, *, anew: bool = True
) -> tuple[QuestionPrices, ...] | None:
    """The mistakes of each question; None where these are not known, and not `anew`.

    What is found anew is written down.
    """
    path, digest = assignment.folder / PRICES, _digest(assignment)
    try:
        content = json.loads(files.text_of(path) or "{}")
    except ValueError as fault:
        raise AssignmentError(f"{path}: {fault}; {AGAIN}") from None
    reasons: dict[str, dict[str, str]] = content.get("reasons", {})
    if content.get("digest") != digest:
        if not anew:
            return None
        every = [
            losses
            for kind in KINDS.values()
            for losses in kind.authors.losses(assignment)
        ]
        files.write_text(path, prices.dump(every, digest, reasons))
    else:
        every = [*prices.load(content)]
    return tuple(
        _prices_of_question(assignment, e, reasons.get(e.question, {})) for e in every
    )


def _prices_of_question(
    assignment: Assignment, losses: Losses, reasons: dict[str, str]
) -> QuestionPrices:
    by_name = {
        t.about: t for t in assignment.tests if t.question.name == losses.question
    }
    tests = [by_name[name] for name in losses.tests]
    graves = gravities(tests[0].question)
    return QuestionPrices(losses, tuple(prices.prices(losses, tests, graves)), reasons)


def _digest(assignment: Assignment) -> str:
    """Of all that decides what a mistake has wrong: points and groups do not."""
    folder = assignment.folder
    asked: list[Any] = [
        (
            test.about,
            test.points.facets,
            KINDS[test.question.kind].form.question_keys(test.question),
        )
        for test in assignment.tests
    ]
    own = folder / PRICES, folder / FILE, folder / RECORD
    text = digest_of(folder, own, GRAVITY) + json.dumps(asked, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def require_prices_in_bands(assignment: Assignment) -> None:
    """Raise AssignmentError, a sentence a rule, where groups have the wrong points."""
    if assignment.has_groups:
        every = prices_of(assignment) or ()
        if broken := [*words.faults(every, assignment.tests)]:
            raise AssignmentError("\n".join(broken))


def text_of(whole: Assignment, chosen: Assignment, *, as_json: bool) -> str:
    """What each mistake costs of the questions that are chosen, as text or as JSON."""
    names = {question.name for question in chosen.all_questions()}
    every = [each for each in prices_of(whole) or () if each.question in names]
    if as_json:
        found = [asdict(price) for each in every for price in each.prices]
        return json.dumps(found, indent=1)
    return "\n\n".join((words.summary(every), *map(words.table, every)))


def summary(assignment: Assignment) -> str:
    """One line; "" where no test belongs to a group."""
    if not assignment.has_groups:
        return ""
    every = prices_of(assignment, anew=False)
    if every is None:
        return words.UNKNOWN.format(assignment.folder)
    return words.summary(every)
