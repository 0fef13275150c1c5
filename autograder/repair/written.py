"""A student's modules written out anew: each simple statement in a line of its own.

Edits are made in this text, in which a statement has one line and no comment stands
in the way. `autograder.repair.difference` puts what is left into the student's own.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

# A line with which a statement of the module does not begin, but goes on.
GOES_ON = re.compile(r"[ )\]}]|$|else:|elif |except\b|finally:")


@dataclass(frozen=True, slots=True)
class Replacement:
    """A piece of a module's text, from `start` to `end`, that gives way to `text`."""

    module: str
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Program:
    """A student's modules, by name, as they are written out."""

    sources: Mapping[str, str]

    def edited(self, replacements: Sequence[Replacement]) -> Program:
        """This program with replacements, of which no two touch the same text."""
        sources = dict(self.sources)
        for each in sorted(replacements, key=lambda r: r.start, reverse=True):
            text = sources[each.module]
            sources[each.module] = text[: each.start] + each.text + text[each.end :]
        return Program(sources)


def written_out(source: bytes | str) -> str:
    """A module as Python writes it, without its docstrings.

    Raises SyntaxError, ValueError (NUL bytes) or RecursionError where it is none.
    """
    return ast.unparse(parsed(source)) + "\n"


def parsed(source: bytes | str) -> ast.Module:
    """The tree of a module, without its docstrings; errors as of `written_out`."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
            is_text = node.body and isinstance(node.body[0], ast.Expr)
            if is_text and isinstance(getattr(node.body[0], "value", 0), ast.Constant):
                first = ast.copy_location(ast.Pass(), node.body[0])
                alone = len(node.body) == 1 and not isinstance(node, ast.Module)
                node.body[:1] = [first] if alone else []
    return tree


def statements_with_lines(text: str) -> list[tuple[int, str]]:
    """The statements of a written module, each with the number of its first line."""
    lines = text.removesuffix("\n").split("\n")
    begins = [n for n, line in enumerate(lines) if not GOES_ON.match(line)]
    after_decorator = {n + 1 for n in begins if lines[n].startswith("@")}
    begins = [n for n in begins if n not in after_decorator]
    return [
        (first + 1, "\n".join(lines[first:end]) + "\n")
        for first, end in pairwise([*begins, len(lines)])
    ]
