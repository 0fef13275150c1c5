"""The units without a game: their rows, their mistakes and their fixtures.

No worker is started: references, mistakes and fixtures are called in this process, and
held against the reference by `tests.tables`.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections import defaultdict
from functools import cache
from itertools import product
from math import fsum, inf, nan
from pathlib import Path
from typing import Any

import pytest

from autograder.answers.program import Program
from autograder.authoring import misconceptions
from autograder.authoring.misconceptions import Mistake
from autograder.project import REFERENCE, load_module
from tests import tables
from tests.tables import NOTHING, Function, Question
from tests.unitgrading import FOLDER, TEMPLATE

UNITS = ("estimates", "matrix_games")
WORTH = {"estimates": 100, "matrix_games": 100, "variants": 20}  # of their rows
CONSTANTS: tuple[Any, ...] = (None, True, "", [], -1, 0, 0.5, 1, 2, inf, nan)
BACKUPS = tuple(product(("max", "min"), (-inf, -2, 0, 3, inf), (-5, 0, 3, 7)))

Missed = dict[str, tuple[str, ...]]  # by function the groups with a wrong row


def asked(unit: str) -> dict[str, list[Question]]:
    """The entries of each function, in their order."""
    found: dict[str, list[Question]] = defaultdict(list)
    for question in tables.questions(unit):
        found[question.name].append(question)
    return found


def points(unit: str, functions: dict[str, Function]) -> float:
    """What functions earn in a unit."""
    return fsum(
        group.points
        for name, function in functions.items()
        for question in asked(unit)[name]
        for group in question.right(function)
    )


def missed(questions: list[Question], function: Function) -> tuple[str, ...]:
    """The groups of one function's entries in which some row is wrong."""
    return tuple(
        group.name
        for question in questions
        for group in question.groups
        if group not in question.right(function)
    )


@pytest.mark.parametrize("unit", WORTH)
def test_the_reference_earns_all_points(unit: str) -> None:
    """And all that there are."""
    functions = {name: each[0].reference for name, each in asked(unit).items()}
    every = [g.points for q in tables.questions(unit) for g in q.groups]
    assert points(unit, functions) == fsum(every) == WORTH[unit]


@pytest.mark.parametrize("unit", WORTH)
def test_what_the_source_says_is_what_the_reference_returns(unit: str) -> None:
    """Row by row."""
    for question in tables.questions(unit):
        reference = question.reference
        for group in question.groups:
            for row, told in zip(group.rows, group.told, strict=True):
                if told is not NOTHING:
                    assert question.agree(told, reference(*row)), (group.name, row)


@pytest.mark.parametrize("unit", WORTH)
def test_no_row_is_asked_twice(unit: str) -> None:
    """Nor has a question two groups of one name, or more than a few hundred rows."""
    for name, entries in asked(unit).items():
        groups = [group for question in entries for group in question.groups]
        names = [group.name for group in groups]
        assert sorted({*names}) == sorted(names), name
        for group in groups:
            assert len({*map(repr, group.rows)}) == len(group.rows), group.name
        assert sum(len(group.rows) for group in groups) <= 300, name


@pytest.mark.parametrize("unit", WORTH)
def test_a_constant_earns_little(unit: str) -> None:
    """Each one that is the result of some row: at most a tenth."""
    for constant in (*CONSTANTS, *_returned(unit)):
        functions = dict.fromkeys(asked(unit), lambda *_, value=constant: value)
        assert points(unit, functions) <= WORTH[unit] / 10, constant


def _returned(unit: str) -> list[Any]:
    """What references return for rows, each result once."""
    found = [
        result
        for question in tables.questions(unit)
        for rows in question.expected.values()
        for result in rows.values()
    ]
    return list({repr(result): result for result in found}.values())


@cache
def mistakes(module: str) -> tuple[Mistake, ...]:
    """The misconceptions in the folder of a module."""
    return misconceptions.module_mistakes(module)


MODULES = tuple(sorted({q.module for unit in WORTH for q in tables.questions(unit)}))


def of_unit(unit: str) -> list[Mistake]:
    """Those of all modules of a unit."""
    modules = dict.fromkeys(q.module for q in tables.questions(unit))
    return [each for module in modules for each in mistakes(module)]


def _in_folders() -> list[Mistake]:
    return [each for name in (*MODULES, "minimax_dfs") for each in mistakes(name)]


def made(mistake: Mistake, module: str, function: str) -> Program | None:
    """The program of a function with a mistake; None where the edit does not fit."""
    (edit,) = mistake.edits
    program = tables.program_of(module).without_uncalled(function)
    return edit.applied(program, (function,), search="")


@pytest.mark.parametrize(
    "unit, mistake",
    [
        pytest.param(unit, mistake, id=mistake.name)
        for unit in WORTH
        for mistake in of_unit(unit)
    ],
)
def test_a_mistake_is_made_in_one_function_and_caught(
    unit: str, mistake: Mistake
) -> None:
    """Some group has a row that becomes wrong, or that breaks a law."""
    programs = {n: made(mistake, q.module, n) for n, (q, *_) in asked(unit).items()}
    ((name, program),) = [(n, found) for n, found in programs.items() if found]
    entries = asked(unit)[name]
    assert missed(entries, entries[0].function_of(program))


@pytest.mark.parametrize("unit", WORTH)
def test_no_two_mistakes_do_the_same(unit: str) -> None:
    """On the rows of their function; and each function has at least four."""
    for name, entries in asked(unit).items():
        doing: dict[str, list[str]] = defaultdict(list)
        for mistake in mistakes(entries[0].module):
            program = made(mistake, entries[0].module, name)
            if program:
                function = entries[0].function_of(program)
                rows = [row for q in entries for g in q.groups for row in g.rows]
                doing[repr(tables.results(function, tuple(rows)))].append(mistake.name)
        assert len(doing) >= 4, name
        assert [alike for alike in doing.values() if len(alike) > 1] == []


def test_mistakes_of_the_backup_are_told_apart() -> None:
    """Those of `backup1`, on values below, at and above what the node is worth."""
    reference = (
        tables.program_of("minimax_dfs")
        .without_uncalled("backup1")
        .module("minimax_dfs")
    )
    doing = {repr(tables.results(reference.backup1, BACKUPS))}
    for mistake in mistakes("minimax_dfs"):
        program = made(mistake, "minimax_dfs", "backup1")
        assert program is not None, mistake.name
        function = program.module("minimax_dfs").backup1
        doing.add(repr(tables.results(function, BACKUPS)))
    assert len(doing) == 1 + len(mistakes("minimax_dfs"))


@pytest.mark.parametrize("module", [*MODULES, "minimax_dfs"])
def test_what_is_told_of_a_mistake_ends_with_a_question(module: str) -> None:
    """In two paragraphs, without code; and it says no more than what is seen."""
    for mistake in mistakes(module):
        said, asked_last = mistake.text.split("\n")
        assert "seem" in said, mistake.name
        assert "?" not in said, mistake.name
        assert asked_last.endswith("?"), mistake.name
        assert len(mistake.text) <= 700, mistake.name
        for text in (mistake.title, mistake.text):
            assert not re.search(r"[=<>()\[\]{}`]|[a-z_]\.\w", text), mistake.name


def test_no_two_mistakes_have_one_name_or_title() -> None:
    """Nor one of those that stand above the folders."""
    every = [*misconceptions.all_misconceptions(), *_in_folders()]
    assert len({mistake.name for mistake in every}) == len(every)
    assert len({mistake.title for mistake in every}) == len(every)


@pytest.mark.parametrize("unit", WORTH)
def test_the_stubs_take_what_the_references_take(unit: str) -> None:
    """Each says what to return, and returns nothing."""
    for name, (question, *_) in asked(unit).items():
        stub, reference = (
            load_module(folder / f"{question.module}.py")
            for folder in (TEMPLATE, REFERENCE)
        )
        function = getattr(stub, name)
        taken = [*inspect.signature(function).parameters]
        assert [*inspect.signature(getattr(reference, name)).parameters] == taken
        with pytest.raises(NotImplementedError, match=r"\w"):
            function(*taken)


SIGNS = ("positive payoffs", "negative payoffs")
SHAPES = ("more rows than columns", "more columns than rows")
PLACES = (
    *("one saddle point", "several saddle points"),
    *("its number stands elsewhere too", "more rows than columns or fewer"),
)
MIXED = (
    *("from the lectures", "three rows and three columns"),
    "a row or a column that nobody should take",
    *("more rows than columns or fewer", "four rows and four columns"),
)
LOST: dict[str, Missed] = {
    "estimates/correct_otherwise": {},
    "estimates/slides_to_the_letter": {
        "evaluate": ("two lines of three at once",),
        "material": ("neither side has anything",),
        "checkers": ("sides without pieces",),
    },
    "estimates/two_at_once": {
        "evaluate": (
            *("two in a row and the third square free",),
            *("two in a row and the third square taken",),
            *("three in a row", "one mark at most"),
        ),
        "material": (
            *("white is ahead", "black is ahead", "one side has nothing"),
            "neither side has anything",
        ),
        "weighted": ("chess", "weights of both signs", "fractions", "one feature"),
    },
    "matrix_games/correct_otherwise": {},
    "matrix_games/rows_for_columns": {
        "maximin": (*SIGNS, *SHAPES),
        "minimax": (*SIGNS, *SHAPES),
        "saddle_points": PLACES,
        "mixed_value": ("one saddle point", "several saddle points"),
        "game_value": (*MIXED, "a saddle point"),
    },
    "matrix_games/no_mixing": {
        "saddle_points": ("its number stands elsewhere too",),
        "mixed_value": ("no saddle point", "negative payoffs alone"),
        "game_value": MIXED,
    },
    "matrix_games/counted_from_one": {
        "saddle_points": PLACES,
        "mixed_value": ("one saddle point", "the same everywhere"),
    },
}


@pytest.mark.parametrize("name", LOST)
def test_a_fixture_is_wrong_where_it_says(name: str) -> None:
    """In these groups, and in no others."""
    assert found_missed(FOLDER / name) == LOST[name]


def test_other_books_is_wrong_in_each_function() -> None:
    """In some group at least."""
    assert {*asked("estimates")} == {*found_missed(FOLDER / "estimates/other_books")}


def found_missed(folder: Path) -> Missed:
    """By function the groups in which a whole submission is wrong somewhere."""
    unit = folder.parent.name
    module = load_module(folder / f"{unit}.py")
    found = {n: missed(e, getattr(module, n)) for n, e in asked(unit).items()}
    return {name: groups for name, groups in found.items() if groups}


@pytest.mark.parametrize("unit", UNITS)
def test_a_fixture_says_what_it_is(unit: str) -> None:
    """And has no function but those that are asked."""
    for path in (FOLDER / unit).glob("*/*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        functions = {s.name for s in tree.body if isinstance(s, ast.FunctionDef)}
        assert ast.get_docstring(tree), path
        assert functions <= {*asked(unit)}, path
