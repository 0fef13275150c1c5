"""What two written texts of a module differ in, put into the student's own text.

What is told of a repair comes from here, and not from the family that made it: an edit
may be undone by a later one, or come to the same as another.
"""

from __future__ import annotations

import ast
import difflib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from autograder.repair.edits import without_sides
from autograder.repair.written import parsed, statements_with_lines, written_out

MOST_NEW = 3  # lines that come in one place
# The head of what a function does once more, for MIN.
FOR_MIN = re.compile(r"\s*if [\w.]+\.to_move\(\w+\) == 'min':$")
ALIKE = 0.8  # two lines, of which one was made from the other
PART = ast.expr | ast.keyword  # that begins at a line of its own
HEADS = {"if": "test", "while": "test", "for": "iter"}  # whose test can be replaced


@dataclass(frozen=True, slots=True)
class Place:
    """Lines of a written text that give way to others.

    `first` and `last` are their places in the text, counted from 0; without old lines
    the new ones come before the `first`.
    """

    first: int
    last: int
    before: tuple[str, ...]
    after: tuple[str, ...]


def changed_places(old: str, new: str) -> tuple[Place, ...]:
    """Where two written texts differ."""
    a, b = old.split("\n"), new.split("\n")
    rows = difflib.SequenceMatcher(None, a, b, autojunk=False).get_opcodes()
    return tuple(
        place
        for tag, i, j, k, m in rows
        if tag != "equal"
        for place in _apart(i, j, tuple(a[i:j]), tuple(b[k:m]))
    )


def number_of_mistakes(changes: Sequence[Place]) -> int:
    """How many changes these are: what is done for both players is one, or moved."""
    return len({_way(each) for each in changes})


def _way(place: Place) -> frozenset[str]:
    rows = ["\n".join(each).strip() for each in (place.before, place.after)]
    turned = _turned(*rows)
    return frozenset(without_sides(each) for each in turned or rows if each)


def _turned(old: str, new: str) -> list[str]:
    """What has another sign now: the call, wherever it stands; else nothing."""
    call = re.search(r"-(\w+\()", new)
    if not call or new.replace(call[0], call[1], 1) != old:
        return []
    return [call[1], call[0]]


def tells_nothing(changes: Sequence[Place]) -> bool:
    """Whether so much is new somewhere, or so odd, that no line tells what is wrong."""
    return any(map(_is_long, changes)) or any(map(_breaks_a_pattern, changes))


def _is_long(place: Place) -> bool:
    """Whether much is new, and not just what there is, once more for MIN."""
    if not place.before and FOR_MIN.match(place.after[0]):
        return False
    return len(place.after) - len(place.before) > MOST_NEW


def _breaks_a_pattern(place: Place) -> bool:
    """Whether conditions that were alike but for an index are no more."""
    if not len(place.before) == len(place.after) == 1:
        return False
    pairs = zip(*map(_patterns, (*place.before, *place.after)), strict=False)
    return any(len(old) == 1 < len(new) for old, new in pairs)


def _patterns(line: str) -> list[set[str]]:
    """The conditions of each `and` and `or` of three or more, without their indices."""
    text = re.sub("^elif", "if", line.strip())
    try:
        nodes = [*ast.walk(ast.parse(text + " pass" * text.endswith(":")))]
    except SyntaxError:  # the head of what has another part: `else:`
        return []
    every = (n.values for n in nodes if isinstance(n, ast.BoolOp) and n.values[2:])
    return [{re.sub(r"\[.*?\]", "[]", ast.unparse(v)) for v in own} for own in every]


def _apart(
    first: int, last: int, before: tuple[str, ...], after: tuple[str, ...]
) -> list[Place]:
    """One place for each line, where as many come as go.

    So it is, too, where the last ones go, and the others are still much the same.
    """
    stay = len(after)
    pairs = [*zip(before, after, strict=False)]
    goes_alone = 0 < stay < len(before) and all(_are_alike(*pair) for pair in pairs)
    if len(before) != stay and not goes_alone:
        return [Place(first, last, before, after)]
    places = [Place(at, at + 1, (a,), (b,)) for at, (a, b) in enumerate(pairs, first)]
    gone = [Place(first + stay, last, before[stay:], ())] if goes_alone else []
    return [*places, *gone]


def _are_alike(line: str, other: str) -> bool:
    return difflib.SequenceMatcher(None, line, other).ratio() > ALIKE


def with_places(old: str, chosen: Sequence[Place]) -> str:
    """The old text with the changes of some places."""
    lines = old.split("\n")
    for place in sorted(chosen, key=lambda p: p.first, reverse=True):
        lines[place.first : place.last] = place.after
    return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a written line comes from in the student's text, as Python tells places."""

    line: int
    column: int
    end_line: int
    end_column: int


class Original:
    """A module as the student has written it, beside the same written out."""

    def __init__(self, source: bytes) -> None:
        self.tree = parsed(source)
        self.written = written_out(source)
        self._lines = source.decode(errors="replace").split("\n")
        self._origins: dict[int, ast.stmt] = {}
        twins = ast.walk(ast.parse(self.written))
        for mine, theirs in zip(ast.walk(self.tree), twins, strict=False):
            if isinstance(mine, ast.stmt) and isinstance(theirs, ast.stmt):
                self._origins.setdefault(theirs.lineno, mine)

    def statement(self, place: Place) -> ast.stmt | None:
        """The student's statement at a place, or that behind which something comes."""
        numbers = [place.first + 1]
        if not place.before:
            numbers = [*range(place.first, 0, -1)]
        found = next(filter(None, map(self._origins.get, numbers)), None)
        if isinstance(found, ast.FunctionDef) and len(found.body) == 1:
            return found.body[0] if not place.before else found
        return found

    def line(self, place: Place) -> int:
        """The line of a place, from 1; where something comes, that it comes behind.

        What comes first in a function is told at the first statement.
        """
        statement = self.statement(place)
        if statement is None:
            return 1
        if isinstance(statement, ast.FunctionDef) and not place.before:
            first, *more = statement.body
            return more[0].lineno if more and _is_text(first) else first.lineno
        if _is_plain(statement) and not place.before:
            return statement.end_lineno or 1
        is_one = len(place.before) == len(place.after) == 1
        new = _part_that_may_differ(statement, place.after[0]) if is_one else None
        return _line_of_difference(*new) if new else statement.lineno

    def text_with_changes(self, new: str) -> str:
        """The student's text with the changes that lead to a new written text.

        All else stays as it is. Where that cannot be done line by line, the function
        that changes is written anew; or the whole module.
        """
        if new == self.written:
            return "\n".join(self._lines)
        for way in (self._by_lines, self._by_pieces):
            text = way(new)
            if text is not None and _comes_to(text, new):
                return text
        return new

    def _by_lines(self, new: str) -> str | None:
        lines = [*self._lines]
        for place in reversed(changed_places(self.written, new)):
            statement = self.statement(place)
            if statement is None or len(place.before) > 1:
                return None
            if not place.before:
                whole = (
                    _is_plain(statement) or (statement.end_lineno or 0) == place.first
                )
                if not whole:
                    return None
                lines[statement.end_lineno : statement.end_lineno] = place.after
            elif not place.after:
                lines[statement.lineno - 1 : statement.end_lineno] = []
            else:
                span = _span(statement, place)
                if span is None:
                    return None
                _replace(lines, span, place.after)
        return "\n".join(lines)

    def _by_pieces(self, new: str) -> str | None:
        mine, theirs = statements_with_lines(self.written), statements_with_lines(new)
        if len(mine) != len(theirs) or len(mine) != len(self.tree.body):
            return None
        lines = [*self._lines]
        each = [*zip(self.tree.body, mine, theirs, strict=True)]
        for statement, (_, old), (_, text) in reversed(each):
            if old != text:
                decorators = getattr(statement, "decorator_list", [])
                first = min([statement.lineno, *[d.lineno for d in decorators]])
                rows = text.rstrip("\n").split("\n")
                lines[first - 1 : statement.end_lineno] = rows
        return "\n".join(lines)


def _comes_to(text: str, new: str) -> bool:
    try:
        return written_out(text) == new
    except (SyntaxError, ValueError, RecursionError):
        return False


def _part_that_may_differ(statement: Any, line: str) -> tuple[Any, Any] | None:
    """A statement of one line, or its condition, and what a new line has there."""
    text = re.sub("^elif ", "if ", line.strip())
    is_condition = text.startswith(("if ", "while "))
    if not _is_plain(statement) and is_condition and hasattr(statement, "test"):
        new: Any = ast.parse(f"{text} pass").body[0]
        is_same = ast.dump(statement.test) == ast.dump(new.test)
        return None if is_same else (statement.test, new.test)
    if _is_plain(statement) and not text.endswith(":"):
        return statement, ast.parse(text).body[0]
    return None


def _line_of_difference(old: Any, new: ast.AST) -> int:
    """The line at which the smallest expression begins that holds all that differs."""
    below = [[*ast.iter_child_nodes(node)] for node in (old, new)]
    other = [(a, b) for a, b in zip(*below, strict=False) if ast.dump(a) != ast.dump(b)]
    is_alike = type(old) is type(new) and len(below[0]) == len(below[1])
    if is_alike and len(other) == 1 and isinstance(other[0][0], PART):
        return _line_of_difference(*other[0])
    return int(old.lineno)


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _is_plain(statement: ast.stmt) -> bool:
    return not hasattr(statement, "body")


def _span(statement: Any, place: Place) -> Origin | None:
    """What of the student's text one line gives way to another in."""
    if _is_plain(statement):
        if len(place.after) > 1:
            return None
        node = statement
    else:
        head = re.match(r"\s*(\w+)", place.before[0])
        field = HEADS.get(head[1]) if head else None
        node = getattr(statement, field, None) if field else None
        if node is None:
            return None
    return Origin(node.lineno, node.col_offset, node.end_lineno, node.end_col_offset)


def _replace(lines: list[str], span: Origin, after: Sequence[str]) -> None:
    """Put the one new line in, or what it tests."""
    text = after[0].strip()
    head = re.match(r"(?:el)?(if|while) (.*):$|for .*? in (.*):$", text)
    if head:
        text = head[2] or head[3]
    first, last = lines[span.line - 1].encode(), lines[span.end_line - 1].encode()
    begin = first[: span.column].decode(errors="replace")
    end = last[span.end_column :].decode(errors="replace")
    lines[span.line - 1 : span.end_line] = [f"{begin}{text}{end}"]
