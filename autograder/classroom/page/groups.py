"""Students who do the same and are not right: each a mistake, named or not yet.

What a student does is what came back on each tree of a question: the value, the type of
the exception, or that time ran out. Two of them are alike where all of that is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from autograder.classroom.course import Course, QuestionRow, StudentRow
from autograder.classroom.page.statistics import graded, is_right, right_on, searches_of
from autograder.classroom.page.ungraded import unrun

Doing = tuple[tuple[str, str], ...]  # for each tree, what came back


@dataclass(frozen=True, slots=True)
class Group:
    """Students of at least two submissions that do the same.

    `named` are those with a diagnosis, by its title; `unnamed` the others. `failed` are
    the trees on which they fail, and `tree` the smallest of these, on which `returned`
    came back, with that `verdict`; who passes it returns `right`. `smallest` is the
    smallest tree at all on which one of them fails, as YAML, or "".
    """

    question: str
    rows: tuple[StudentRow, ...]
    submissions: int
    unnamed: tuple[StudentRow, ...]
    named: tuple[tuple[str, tuple[StudentRow, ...]], ...]
    failed: tuple[str, ...]
    tree: str
    returned: str
    verdict: str
    right: str
    smallest: str


@dataclass(frozen=True, slots=True)
class Alike:
    """The groups of a question, and how many students do what nobody else does."""

    groups: tuple[Group, ...]
    alone: int


def alike(course: Course, question: str) -> Alike:
    """Who does the same in a question, the groups with most of no diagnosis first.

    Whoever has nothing that could be run is left out, and so is an instructor's own
    test, of which no behaviour is known.
    """
    nothing = {id(row) for reason in unrun(course, question) for row in reason.rows}
    members: dict[Doing, list[tuple[StudentRow, QuestionRow]]] = {}
    for row, found in graded(course, question):
        tests = searches_of(row, question)
        doing = tuple(sorted((test.tree, test.behaviour) for test in tests))
        observed = any(test.behaviour for test in tests)
        if observed and id(row) not in nothing and not is_right(row, found):
            members.setdefault(doing, []).append((row, found))
    several = {doing: rows for doing, rows in members.items() if _submissions(rows) > 1}
    made = [_group(course, question, d, rows) for d, rows in several.items()]
    made.sort(key=lambda each: (not each.unnamed, -len(each.unnamed), -len(each.rows)))
    counted = sum(map(len, members.values())) - sum(map(len, several.values()))
    return Alike(tuple(made), counted)


def _submissions(rows: Iterable[tuple[StudentRow, QuestionRow]]) -> int:
    return len({row.submission for row, _ in rows})


def _group(
    course: Course,
    question: str,
    doing: Doing,
    rows: Sequence[tuple[StudentRow, QuestionRow]],
) -> Group:
    named: dict[str, list[StudentRow]] = {}
    for row, found in rows:
        named.setdefault(found.called, []).append(row)
    unnamed = named.pop("", [])
    by_size = sorted(named.items(), key=lambda pair: (-len(pair[1]), pair[0]))
    failed = _failed(course, question, [row for row, _ in rows])
    tree = failed[0] if failed else ""
    return Group(
        question=question,
        rows=tuple(row for row, _ in rows),
        submissions=_submissions(rows),
        unnamed=tuple(unnamed),
        named=tuple((title, tuple(whose)) for title, whose in by_size),
        failed=failed,
        tree=tree,
        returned=dict(doing).get(tree, ""),
        verdict=_verdict(rows[0][0], question, tree),
        right=right_on(course, question, tree),
        smallest=_smallest(rows),
    )


def _failed(
    course: Course, question: str, rows: Sequence[StudentRow]
) -> tuple[str, ...]:
    """The trees on which all fail, else those on which one does, the smallest first."""
    of_each = [
        {test.tree for test in searches_of(row, question) if not test.passed}
        for row in rows
    ]
    failed = set.intersection(*of_each) or set.union(*of_each)
    return tuple(sorted(failed, key=lambda tree: (_nodes(course, tree), tree)))


def _verdict(row: StudentRow, question: str, tree: str) -> str:
    found = (test.verdict for test in searches_of(row, question) if test.tree == tree)
    return next(found, "")


def _nodes(course: Course, tree: str) -> float:
    known = course.trees.get(tree)
    return known.nodes if known else float("inf")


def _smallest(rows: Sequence[tuple[StudentRow, QuestionRow]]) -> str:
    """The tree found for one of them, first for one whose mistake has no name."""
    ordered = sorted(rows, key=lambda pair: bool(pair[1].diagnosis))
    found = (each.smallest for _, each in ordered)
    return next(filter(None, found), "")
