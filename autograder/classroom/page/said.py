"""What people say of a submission, on the page that its student gets."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from autograder.classroom.course import Comment, Course, StudentRow
from autograder.classroom.gradebooks.figures import written
from autograder.classroom.page import parts

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
