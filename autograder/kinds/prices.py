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
from autograder.answers.file import DRAW_FILE, FOLDER
from autograder.assignment.questions import AnyTest, Assignment
from autograder.assignment.reading import FILE
from autograder.authoring.misconceptions import gravity_by_mistake
from autograder.authoring.prices import (
    ENOUGH,
    Losses,
    Price,
    QuestionPrices,
    dump,
    load,
    misweighted_tests,
    pairs_that_exclude,
    prices,
)
from autograder.errors import AssignmentError
from autograder.kinds.all import KINDS
from autograder.kinds.caught import NAME, NAMED, wrapped_items, wrapped_lines
from autograder.project import MISTAKES, PACKAGE, PROJECT, files_of_package
from autograder.text import clean, column_count, few_names, points, shortened

RECORD = Path(FOLDER, "adequate.txt")  # and there, that its tests do
PRICES = "prices.json"  # in an assignment's folder
AGAIN = "delete the file, and `adequacy --prices` writes it anew"
GRAVITY = b"gravity:"  # begins a line of a mistake on which nothing hangs that it does


WITHOUT = {  # rooms that only tell of it, or have no part in it
    *("classroom", "commands", "drawing", "repair", "report", "testing", "venv"),
    "words",
}
CACHES = "__pycache__"


def digest_of(folder: Path, leaving_out: Sequence[Path], line: bytes = b"") -> str:
    """Of trees, answers and mistakes, of the reference, and of the grader.

    Left out are some files of the folder, and in mistakes what begins with that line.
    """
    made = hashlib.sha256()
    for top, path in _files(folder):
        if path in leaving_out or path.name == DRAW_FILE:
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
    folder = assignment.folder
    # All that decides what a mistake has wrong: points and groups do not.
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
    path, digest = folder / PRICES, hashlib.sha256(text.encode()).hexdigest()
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
        files.write_text(path, dump(every, digest, reasons))
    else:
        every = [*load(content)]
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
    graves = gravity_by_mistake(tests[0].question)
    return QuestionPrices(losses, tuple(prices(losses, tests, graves)), reasons)


def require_prices_in_bands(assignment: Assignment) -> None:
    """Raise AssignmentError, a sentence a rule, where groups have the wrong points."""
    if assignment.has_groups:
        every = prices_of(assignment) or ()
        if broken := [*broken_rules_sentences(every, assignment.tests)]:
            raise AssignmentError("\n".join(broken))


def prices_text(whole: Assignment, chosen: Assignment, *, as_json: bool) -> str:
    """What each mistake costs of the questions that are chosen, as text or as JSON."""
    names = {question.name for question in chosen.all_questions()}
    every = [each for each in prices_of(whole) or () if each.question in names]
    if as_json:
        found = [asdict(price) for each in every for price in each.prices]
        return json.dumps(found, indent=1)
    return "\n\n".join((prices_in_one_line(every), *map(prices_table, every)))


def assignment_prices_in_one_line(assignment: Assignment) -> str:
    """One line; "" where no test belongs to a group."""
    if not assignment.has_groups:
        return ""
    every = prices_of(assignment, anew=False)
    if every is None:
        return UNKNOWN.format(assignment.folder)
    return prices_in_one_line(every)


UNKNOWN = "prices: not known since something has changed; `adequacy {} --prices` tells"
SUMMARY = "prices: {} of {} mistakes cost what they should ({:.1f} %){}"
UNPRICED = "; {} have no gravity, and no price is theirs"
HEAD = ("costs, %", "band", "")
NONE = "not priced"
LITTLE, MUCH = "too little", "too much"
ADVICE = "Worth {}, since so many mistakes cost {} that show there: {}."
EXCLUDED = (
    "No weights can do: wherever {} loses points {} loses them, too, and it should "
    "cost at least {} %, the other at most {} %."
)
REASON = "{}: {}"


def prices_in_one_line(every: Sequence[QuestionPrices]) -> str:
    """How many mistakes cost what they should, in one line."""
    known = [price for each in every for price in each.prices if price.band]
    fits = sum(price.fits for price in known)
    unpriced = sum(len(each.prices) for each in every) - len(known)
    share = 100 * fits / len(known) if known else 100.0
    more = UNPRICED.format(unpriced) if unpriced else ""
    return SUMMARY.format(fits, len(known), share, more)


def prices_table(priced: QuestionPrices) -> str:
    """What each mistake of a question costs, and what is worth too much or too little.

    No line is longer than what fits on a screen.
    """
    rows = [(shortened(p.mistake, NAME), *_cells(p)) for p in priced.prices]
    head = clean(priced.question, NAME)
    widths = [
        max(map(column_count, cells))
        for cells in zip((head, *HEAD), *rows, strict=True)
    ]
    lines = []
    for row in ((head, *HEAD), *rows):
        pairs = zip(row, widths, strict=True)
        lines.append("  ".join(f"{cell:{width}}" for cell, width in pairs).rstrip())
    return "\n".join((*lines, *_advice(priced)))


def _cells(price: Price) -> tuple[str, str, str]:
    least, greatest = f"{price.least:.1f}", f"{price.greatest:.1f}"
    costs = least if least == greatest else f"{least} to {greatest}"
    if price.band is None:
        return costs, NONE, ""
    outside = "" if price.fits else LITTLE if price.too_little else MUCH
    return costs, f"{price.band.least} to {price.band.greatest}", outside


def _advice(priced: QuestionPrices) -> Iterator[str]:
    """What follows from the prices that lie outside of their bands."""
    for word, tests in zip((LITTLE, MUCH), misweighted_tests(priced), strict=True):
        if tests:
            shown = tuple(f"{clean(t, NAME)} ({n})" for t, n in tests.most_common())
            yield from wrapped_lines(ADVICE.format(word, word, few_names(shown, NAMED)))
    for one, other in pairs_that_exclude(priced):
        assert one.band is not None
        assert other.band is not None
        ends = one.band.least, other.band.greatest
        yield from wrapped_lines(EXCLUDED.format(one.mistake, other.mistake, *ends))
    reasons = priced.reasons.items()
    yield from wrapped_items(
        REASON.format(name, clean(why, 400)) for name, why in reasons
    )


def broken_rules_sentences(
    every: Sequence[QuestionPrices], tests: Sequence[AnyTest]
) -> Iterator[str]:
    """A sentence for each rule of points that is broken."""
    known = [price for each in every for price in each.prices if price.band]
    outside = [price for price in known if not price.fits]
    if len(outside) * 100 > (100 - ENOUGH) * len(known):
        told = few_names(tuple(price.mistake for price in outside), NAMED)
        yield OUTSIDE.format(len(outside), len(known), ENOUGH, told)
    reasons = {(each.question, name) for each in every for name in each.reasons}
    unsaid = [p.mistake for p in outside if (p.question, p.mistake) not in reasons]
    if unsaid:
        yield SILENT.format(few_names(tuple(unsaid), NAMED))
    least = LEAST_WORTH if len(tests) <= MANY_TESTS else LEAST_WORTH / 2
    if light := tuple(test.about for test in tests if test.points.max_points < least):
        yield LIGHT.format(len(light), points(least), few_names(light, NAMED))
    worth: dict[str, float] = {}
    for test in tests:
        name = test.question.name
        worth[name] = worth.get(name, 0.0) + test.points.max_points
    for name, most in worth.items():
        if round(most, DECIMALS) % 1:
            yield UNEVEN.format(name, points(most))


DECIMALS = 6
LEAST_WORTH = 0.5  # points of a test
MANY_TESTS = 100  # of more than these each may be worth half of that
OUTSIDE = "{} of {} mistakes cost too little or too much; {} % are to fit ({})"
SILENT = "prices.json gives no reason for what lies outside of its band ({})"
LIGHT = "{} tests are worth less than {} points ({})"
UNEVEN = "{}: its {} points are no whole number"
