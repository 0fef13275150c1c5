"""The command `adequacy`: which misconceptions tests catch, what laziness earns."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from autograder import files
from autograder.assignment.questions import VISIBLE, Assignment, exact_sum
from autograder.assignment.selection import only_selected
from autograder.authoring.lazy import Payroll, joined_payroll
from autograder.commands.answers import check_adapters, progress_line
from autograder.commands.options import Parser, add_flag, add_folder, show
from autograder.errors import AssignmentError
from autograder.kinds import caught, prices
from autograder.kinds.all import KINDS, load
from autograder.kinds.kind import Adequacy
from autograder.kinds.prices import PRICES, RECORD, digest_of
from autograder.kinds.search.matrix import ANY


def is_proven(folder: Path) -> bool:
    """Whether nothing has changed since the tests of a folder were seen to do."""
    return files.text_of(folder / RECORD) == _proof(folder)


def record_as_proven(folder: Path) -> None:
    """Record that the tests of a folder do, as all stands now."""
    files.write_text(folder / RECORD, _proof(folder))


def _proof(folder: Path) -> str:
    return digest_of(folder, (folder / RECORD, folder / PRICES)) + "\n"


DEARER = (
    "give less for trees and rows of which what is right is easily guessed, or "
    "rearrange them; docs/adequacy.md tells how"
)
HEAVIER = (
    "give more for the tests that show them, or add trees that do; a mistake of the "
    "action alone loses no more than the action is worth"
)
UNCHANGED = "nothing has changed since its mistakes were caught"
UNJUDGED = "no question has misconceptions to check its trees by"


def add_options(command: Parser) -> None:
    """The options of `adequacy`."""
    add_folder(command)
    command.add_argument("--question", metavar="NAME", help="only this question")
    add_flag(
        command,
        "--check",
        "end with status 2 if a mistake is not caught, "
        "or too much is earned without an algorithm",
    )
    command.add_argument(
        "--cost",
        type=float,
        default=0.0,
        metavar="PERCENT",
        help="with --check: a mistake that loses less of its question is a fault, too",
    )
    add_flag(command, "--prices", "tell what each mistake costs, and should cost")
    add_flag(command, "--json", "with --prices: as JSON")
    add_flag(
        command,
        "--changed",
        "with --check: nothing is done where nothing has changed since all did",
    )
    command.add_argument(
        "--suggest",
        nargs="?",
        type=Path,
        const=Path(),
        metavar="FOLDER",
        help="write the smallest trees that close the gaps (default: here)",
    )
    command.add_argument(
        "--at-most",
        type=int,
        default=ANY,
        metavar="N",
        help="with --suggest: stop at so many trees of a question",
    )


def run(options: argparse.Namespace) -> int:
    """Print what is found of each question, or write the trees that are suggested.

    `options.suggest` is None or the folder to write to. With `options.check`,
    AssignmentError is raised where the tests do not suffice.
    """
    remembers = options.check and options.changed and options.question is None
    if remembers and is_proven(options.assignment):
        show(f"{options.assignment}: {UNCHANGED}")
        return 0
    whole = load(options.assignment)
    assignment = only_selected(whole, options.question, None)
    check_adapters(assignment)
    if options.prices or options.json:
        show(prices.prices_text(whole, assignment, as_json=options.json))
        return 0
    found: list[Adequacy] = []
    if options.suggest is None or options.check:
        found = [kind.authors.adequacy(assignment) for kind in KINDS.values()]
    if options.suggest is not None:
        _suggest(assignment, options)
    if options.suggest is None or options.check:
        paid = _paid(assignment)
        if options.suggest is None:
            summary = [line for each in found for line in each.summary]
            told = [text for each in found for text in each.findings]
            costs = [cost for each in found for cost in each.costs]
            seen = (test for test in assignment.tests if test.visibility == VISIBLE)
            visible = exact_sum(test.points.max_points for test in seen)
            opening = caught.opening_lines(summary, paid, visible, costs)
            show("\n\n".join((opening, *told)))
        show(f"\n{caught.payroll_text(paid)}")
        if options.check:
            require_adequate(found, paid, options.cost)
            prices.require_prices_in_bands(whole)
        if remembers:
            record_as_proven(options.assignment)
    return 0


def _suggest(assignment: Assignment, options: argparse.Namespace) -> None:
    """Write the trees that are suggested, and tell of them."""
    with progress_line() as watch:
        for kind in KINDS.values():
            asked = (assignment, options.suggest, watch, options.at_most)
            for text in kind.suggestions(*asked):
                watch.tell(text)


def _paid(assignment: Assignment) -> Payroll:
    """What laziness earns; an assignment with groups pays nothing for mere visits."""
    paid = joined_payroll([kind.authors.payroll(assignment) for kind in KINDS.values()])
    if not assignment.has_groups:
        return paid
    return replace(paid, allowed=dict.fromkeys(paid.allowed, paid.allowed[False]))


def require_adequate(
    adequacies: Sequence[Adequacy], paid: Payroll, least: float = 0.0
) -> None:
    """Raise AssignmentError, a sentence a fault, where tests or points do not do.

    Each mistake is to lose at `least` so many percent of its question.
    """
    if not any(each.judged for each in adequacies):
        raise AssignmentError(UNJUDGED)
    cheap = [*caught.limit_sentences(paid)]
    costs = [cost for each in adequacies for cost in each.costs]
    light = [*caught.cheap_question_sentences(costs, least)]
    missed = [fault for each in adequacies for fault in each.faults]
    remedies = [each.remedy for each in adequacies if each.faults and each.remedy]
    if missed or cheap or light:
        remedies += [DEARER] * bool(cheap) + [HEAVIER] * bool(light)
        raise AssignmentError("\n".join((*missed, *cheap, *light, *remedies)))
