"""Students who do the same and are not right: each a mistake, named or not yet.

What a student does is what came back on each tree of a question: the value, the type of
the exception, or that time ran out. Two of them are alike where all of that is.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from autograder.classroom.course import Comment, Course, QuestionRow, StudentRow
from autograder.classroom.gradebooks.grades import written
from autograder.classroom.page import parts
from autograder.classroom.page.statistics import graded, is_right, right_on, searches_of
from autograder.judging.verdicts import Verdict

UNRUN = {  # verdicts on all tests of a question, by which none of them was run
    Verdict.GRADER_ERROR: "the grader failed",
    Verdict.NOT_RUN: "it was not run",
    Verdict.MODULE_MISSING: "the file is missing",
    Verdict.FUNCTION_MISSING: "a function is missing",
    Verdict.WRONG_SIGNATURE: "a function takes other arguments",
    Verdict.NOT_FILLED_IN: "it is left as in the template",
}
NOT_IMPORTED = {  # exceptions that on all tests of a question come from its file alone
    "SyntaxError": "it is not Python (SyntaxError)",
    "IndentationError": "it is not Python (IndentationError)",
    "TabError": "it is not Python (TabError)",
    "ImportError": "it could not be imported (ImportError)",
    "ModuleNotFoundError": "it imports what is not there (ModuleNotFoundError)",
}


@dataclass(frozen=True, slots=True)
class Reason:
    """Why, in words, and with whom."""

    words: str
    rows: tuple[StudentRow, ...]


def without_grade(course: Course) -> tuple[Reason, ...]:
    """The students whose submission has no points, the most frequent reason first."""
    rows = (row for row in course.rows if row.submission and row.points is None)
    faults = ((row, row.graded.fault if row.graded else "") for row in rows)
    return _by_reason(
        (f"{row.status}: {fault}" if fault else row.status, row)
        for row, fault in faults
    )


def unrun(course: Course, question: str) -> tuple[Reason, ...]:
    """The students of whom no test of a question was run, by the reason."""
    known = {verdict.value: words for verdict, words in UNRUN.items()}
    reasons = []
    for row, _ in graded(course, question):
        words = [
            known.get(test.verdict) or NOT_IMPORTED.get(test.behaviour, "")
            for test in searches_of(row, question)
        ]
        if words and all(words):
            reasons.append((words[0], row))
    return _by_reason(reasons)


def _by_reason(reasons: Iterable[tuple[str, StudentRow]]) -> tuple[Reason, ...]:
    whose: dict[str, list[StudentRow]] = {}
    for words, row in reasons:
        whose.setdefault(words, []).append(row)
    made = [Reason(words, tuple(rows)) for words, rows in whose.items()]
    return tuple(sorted(made, key=lambda reason: (-len(reason.rows), reason.words)))


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
    of_first = searches_of(rows[0][0], question)
    nameless_first = sorted(rows, key=lambda pair: bool(pair[1].diagnosis))
    return Group(
        question=question,
        rows=tuple(row for row, _ in rows),
        submissions=_submissions(rows),
        unnamed=tuple(unnamed),
        named=tuple((title, tuple(whose)) for title, whose in by_size),
        failed=failed,
        tree=tree,
        returned=dict(doing).get(tree, ""),
        verdict=next((t.verdict for t in of_first if t.tree == tree), ""),
        right=right_on(course, question, tree),
        smallest=next((q.smallest for _, q in nameless_first if q.smallest), ""),
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
    nodes = {name: tree.nodes for name, tree in course.trees.items()}
    return tuple(sorted(failed, key=lambda tree: (nodes.get(tree, math.inf), tree)))


BEFORE = "<main>"  # of the page; what foreign texts hold is escaped


def by_submission(course: Course) -> dict[str, tuple[Comment, ...]]:
    """What all students of a submission are told, by its name.

    What only one of a group is told stands on no page that others get, too.
    """
    rows: dict[str, list[StudentRow]] = {}
    for row in course.rows:
        if row.submission:
            rows.setdefault(row.submission, []).append(row)
    return {
        name: tuple(c for c in first.comments if all(c in r.comments for r in others))
        for name, (first, *others) in rows.items()
    }


def with_comments(
    page: str, comments: Iterable[Comment], trees: Collection[tuple[str, str]]
) -> str:
    """The page with what people say above the tests; only these tests are named."""
    items = "".join(f"<li>{_item(each, trees)}</li>" for each in comments)
    if not items:
        return page
    section = (
        '<section class="said" aria-labelledby="said"><h2 id="said">Comments</h2>\n'
        f"<ul>{items}</ul></section>\n"
    )
    return page.replace(BEFORE, section + BEFORE, 1)


def _item(comment: Comment, trees: Collection[tuple[str, str]]) -> str:
    is_shown = (comment.question, comment.tree) in trees
    about = ", ".join(
        filter(None, (comment.question, comment.tree if is_shown else ""))
    )
    head = f"<strong>{parts.apart(about)}:</strong> " if about else ""
    given = "" if comment.points is None else f" ({written(comment.points)} points)"
    return f"{head}{parts.apart(comment.text)}{given}"
