"""Edits of a written module, and what makes one smaller or likelier than another."""

from __future__ import annotations

import ast
import difflib
import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from autograder.repair.scope import LOOPS, Scope
from autograder.repair.written import Replacement

INF = "float('inf')"
INFINITE = (
    r"(?:float\(['\"]inf(?:inity)?['\"]\)|math\.inf\b|\b[A-Z]*INF[A-Z]*\b|\binf\b)"
)
# The families, from the likeliest: among equal edits the first is told. Beside each,
# by how much it is less likely than its size says, in tokens.
FAMILIES = {
    "comparison": 0.0,
    "extremum": 0.0,
    "mover": 0.5,
    "start value": 0.0,
    "sign": 0.0,
    "window": 0.0,
    "depth": 0.0,
    "index": 0.0,
    "spelling": 0.0,
    "callee": 0.0,
    "argument": 0.0,
    "missing": 0.0,
    "accumulate": 0.0,
    "mean": 0.0,
    "order": 0.0,
    "return": 0.0,
    "terminal": 0.0,
    "cut": 0.0,
    "bound": 0.0,
    "kept": 0.0,
    "copy": 0.0,
    "range": 0.0,
    "attribute": 0.5,
    "shadow": 0.0,
    "delete": 0.0,
    "move": 0.5,
    "jump": 0.5,
    "swap": 1.0,
    "logic": 0.5,
    "variable": 1.5,
    "constant": 1.5,
    "arithmetic": 1.5,
}
ORDER = {family: place for place, family in enumerate(FAMILIES)}
OF_ONE_SIZE = {
    "delete": 1.4,
    "swap": 1.0,
    "move": 1.0,
    "kept": 1.0,
    "shadow": 1.0,
    "copy": 1.5,
}
ROLES = {  # whose size does not go by their text
    "exchanged": 1.0,
    "part": 1.0,
    "handed on": 1.0,
    "mirrored": 1.2,
    "of the mover": 2.0,
    "for the same mover": 2.0,
    "payoff": 1.5,
    "asked once": 2.0,
    "itself": 2.0,
    "by a key": 1.5,
    "above or itself": 1.5,
    "best kept": 1.5,
    "anew": 1.5,
    "apart": 1.5,
    "goes on": 1.5,
    "also over": 2.0,
    "as the twin": 4.0,
    "of this player": 2.0,
    "first": 1.0,
    "refuses": 2.0,
    "no action": 2.0,
    "won": 2.0,
    "moved into": 2.0,
    "picked": 1.5,
    "also": 2.0,
    "empty": 2.0,
    "other player": 2.0,
    "switched": 2.0,
    "counted": 3.0,
    "credited": 1.5,
    "finer": 1.0,
    "of its own": 0.8,
    "mark of its own": 0.4,
    "of a mark": 1.5,
    "best": 3.0,
    "exact": 1.0,
    "in turn": 1.5,
    "under the root": 2.0,
    "all of the call": 3.0,
    "the same for MIN": 6.0,
}
PART = "part"  # and its number: a role of edits by which results become pairs
OTHER_TARGET = 3.0  # to assign to another variable may only hide a statement
SIMPLE = (
    *(ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Expr, ast.Return, ast.Raise),
    *(ast.Break, ast.Continue, ast.Pass, ast.Delete, ast.Assert, ast.Global),
    ast.Nonlocal,
)
PLAIN = (*SIMPLE, ast.If, *LOOPS, ast.With, ast.Try)
HEADS = (  # above the smallest piece that can be written out by itself
    *(ast.stmt, ast.Module, ast.arguments, ast.arg, ast.ExceptHandler),
    *(ast.withitem, ast.match_case),
)
IDLE = ast.Sub, ast.Div, ast.FloorDiv, ast.Mod
NUMBER_OF_TEXT = re.compile(r"float\(['\"](-?[\d.e]+)['\"]\)")
TARGET = re.compile(r"[\w(), ]+?(?= [-+*/]?= )")


@dataclass(frozen=True)
class Edit:
    """A replacement with its family, and the `role` that it has in that.

    `line` is the one of the written module at which it stands, `function` that in which
    it does; `before` and `after` are the pieces that differ.
    """

    replacement: Replacement
    family: str
    role: str
    line: int
    function: str
    before: str
    after: str

    @property
    def module(self) -> str:
        """The module that is edited."""
        return self.replacement.module

    @property
    def place(self) -> tuple[str, int, int]:
        """Where in which module the text that goes begins and ends."""
        return self.module, self.replacement.start, self.replacement.end

    @property
    def is_of_function(self) -> bool:
        """Whether a whole function gives way, whose first line no call runs."""
        return self.replacement.text.lstrip().startswith("def ")

    @cached_property
    def cost(self) -> float:
        """How much it changes, in tokens, and how unlikely such a mistake is."""
        is_target = self.role == "target" or self._is_another_target
        prior = FAMILIES[self.family] + OTHER_TARGET * is_target
        if self.role in ROLES:
            return prior + ROLES[self.role]
        if self.family in OF_ONE_SIZE:
            return prior + OF_ONE_SIZE[self.family]
        if self.family == "accumulate" and self.role in ("max", "min"):
            return prior + 1.6
        old, new = _tokens(self.before), _tokens(self.after)
        prior += 2.0 * (new[:2] == [*new[2:], "="])  # x = x
        if not old:
            return prior + 2.0 + len(new) / 5
        rows = difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
        steps = (
            max(0.7 * (b - a), d - c) for tag, a, b, c, d in rows if tag != "equal"
        )
        return prior + sum(steps)

    @property
    def _is_another_target(self) -> bool:
        left, new = TARGET.match(self.before), TARGET.match(self.after)
        is_variable = self.family == "variable"
        return bool(is_variable and left and new and left[0] != new[0])


def _tokens(text: str) -> list[str]:
    text = re.sub(INFINITE, "∞", text.replace("float('-inf')", "-∞"))
    text = NUMBER_OF_TEXT.sub(r"\1", text)
    return re.findall(r"\w+|[^\w\s]", text)


def without_sides(text: str) -> str:
    """A text in which MAX's side cannot be told from MIN's."""
    text = re.sub(rf"(?:-\s*)?{INFINITE}", "∞", text.replace("float('-inf')", "∞"))
    text = re.sub(r"([=(,]\s*|return )-(?=\d)", r"\1", text)  # values to begin with
    text = re.sub(r"max|min", "m", text, flags=re.IGNORECASE)
    text = re.sub(r"\b(alpha|beta|α|β)\b", "w", text, flags=re.IGNORECASE)
    text = re.sub(r"True|False", "flag", text, flags=re.IGNORECASE)
    text = re.sub(r" [-+] ", " ± ", text)  # what one player gains the other loses
    return re.sub(r"[<>]", "<", text)


class Pen:
    """Writes the edits of one module, in the lines that are worth it."""

    def __init__(self, scope: Scope, lines: frozenset[int]) -> None:
        self.scope, self._lines = scope, lines

    def reaches(self, node: Any) -> bool:
        """Whether a node stands in one of the lines, or one of what it holds does."""
        is_long = isinstance(node, (ast.FunctionDef, ast.If, *LOOPS))
        last = node.end_lineno if is_long else node.lineno
        return not self._lines.isdisjoint(range(node.lineno, last + 1))

    def swap(
        self, node: ast.AST, new: ast.AST | str, family: str, role: str = ""
    ) -> Edit | None:
        """An expression gives way to another, with the parentheses that this needs.

        None where that changes nothing, is no Python, or stands in none of the lines.
        """
        if isinstance(new, str):
            try:
                new = ast.parse(new, mode="eval").body
            except SyntaxError:  # of pieces that fit together nowhere
                return None
        root = self._writable(node)
        if family != "spelling" and not self.reaches(root):
            return None
        before = ast.unparse(root)
        if root is node:
            after = ast.unparse(new)
        else:
            above, name, index = self.scope.parent[node]
            _put(above, name, index, new)
            after, is_idle = ast.unparse(root), _has_equal_sides(above)
            _put(above, name, index, node)
            if is_idle:
                return None
        if before == after:
            return None
        return self._edit(self.scope.span(root), after, (family, role), root, before)

    def _writable(self, node: ast.AST) -> ast.AST:
        """The smallest piece around a node that can be written out by itself."""
        parent = self.scope.parent
        while not isinstance(node, SIMPLE):
            above = parent[node][0]
            if isinstance(above, HEADS) and not isinstance(above, SIMPLE):
                break
            node = above
        return node

    def instead(self, node: Any, new: str, family: str, role: str = "") -> Edit:
        """A statement gives way to others."""
        rows = textwrap.indent(new, " " * node.col_offset).split("\n")
        shown = ast.unparse(node), new
        return self.lines(node, node, rows, (family, role), *shown)

    def insert(
        self, at: Any, new: str, family: str, role: str = "", *, first: bool = False
    ) -> Edit:
        """Statements come behind another one, or before it if they are `first`."""
        rows = textwrap.indent(new, " " * at.col_offset).split("\n")
        whole = (
            [*rows, *self.scope.statement_lines(at)]
            if first
            else [*self.scope.statement_lines(at), *rows]
        )
        return self.lines(at, at, whole, (family, role), "", new, behind=not first)

    def lines(  # noqa: PLR0913, PLR0917 - an edit has so many parts
        self,
        first: Any,
        last: Any,
        new: Sequence[str],
        kind: tuple[str, str],
        before: str,
        after: str,
        *,
        node: Any = None,
        behind: bool = False,
    ) -> Edit:
        """The lines from one statement to another give way to others.

        It stands at the `node`, by itself the first one.
        """
        span, text = self.scope.line_span(first, last), "\n".join(new)
        return self._edit(span, text, kind, node or first, before, after, behind=behind)

    def cut(self, node: Any, family: str, role: str) -> Edit:
        """A statement goes, with its line; where it stands alone, `pass` comes."""
        above, field, _ = self.scope.parent[node]
        alone = len(getattr(above, field)) == 1
        start, end = self.scope.line_span(node, node)
        text = " " * node.col_offset + "pass\n" if alone else ""
        return self._edit(
            (start, end + 1), text, (family, role), node, ast.unparse(node)
        )

    def _edit(  # noqa: PLR0913, PLR0917 - likewise
        self,
        span: tuple[int, int],
        text: str,
        kind: tuple[str, str],
        node: Any,
        before: str,
        after: str | None = None,
        *,
        behind: bool = False,
    ) -> Edit:
        is_whole = isinstance(node, ast.FunctionDef)
        function = node if is_whole else self.scope.function(node)
        family, role = kind
        return Edit(
            replacement=Replacement(self.scope.module, *span, text),
            family=family,
            role=role,
            line=node.end_lineno if behind else node.lineno,
            function=function.name if function else "",
            before=before.strip(),
            after=(text if after is None else after).strip(),
        )


def _has_equal_sides(node: ast.AST) -> bool:
    """Whether something is held against itself, or the same in either case."""
    if isinstance(node, ast.IfExp):
        return ast.dump(node.body) == ast.dump(node.orelse)
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        return ast.dump(node.left) == ast.dump(node.comparators[0])
    is_idle = isinstance(node, ast.BinOp) and isinstance(node.op, IDLE)
    return is_idle and ast.dump(node.left) == ast.dump(node.right)  # type: ignore[attr-defined]


def _put(above: ast.AST, name: str, index: int | None, node: ast.AST) -> None:
    if index is None:
        setattr(above, name, node)
    else:
        getattr(above, name)[index] = node
