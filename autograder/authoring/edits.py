"""Edits of programs, written as a difference of a few lines.

    @ max
    - alpha = max(alpha, V)
    + alpha = V

A hunk says which lines go (`-`), which come (`+`), and which stay between them. It
is no text but code: a name in capitals stands for any expression, the same wherever
it recurs; `*ARGS` in a call for any number of arguments; `...` for any statements. A
lone expression is looked for within lines. `>=` and `<=` stand for the strict
comparison too, and what comes is then strict as well. All places are edited.

The first line of a hunk may say where to look: `@ max` and `@ min` in the part of that
player, `@ search` in the function that chooses the action and what it alone calls.
Without `search` one looks in all that the other functions call.
"""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from textwrap import dedent
from typing import Any

from autograder.answers.program import KEPT, Program
from autograder.game import MAX, MIN

ANY = re.compile(r"[A-Z][A-Z0-9_]*")
SEARCH = "search"
PLACES = (MAX, MIN, SEARCH)
STRICT: dict[type[ast.cmpop], type[ast.cmpop]] = {ast.GtE: ast.Gt, ast.LtE: ast.Lt}
PASS = ast.Pass(lineno=1, col_offset=0)
SKIPPED = {"ctx", "type_comment", "returns", "type_params"}

Statements = Sequence[ast.stmt]


class EditError(ValueError):
    """What is written is no edit; the text says what is wrong with it."""


@dataclass(slots=True)
class Bound:
    """What a pattern has found for its names, and whether a comparison was strict."""

    names: dict[str, object] = field(default_factory=dict)
    rest: list[Statements] = field(default_factory=list)
    strict: bool = False

    def copy(self) -> Bound:
        """A copy, to be tried further."""
        return Bound(dict(self.names), list(self.rest), self.strict)


@dataclass(frozen=True, slots=True)
class Hunk:
    """One difference: the places where it is looked for, what goes and what comes."""

    places: frozenset[str]
    before: tuple[ast.stmt, ...]
    after: tuple[ast.stmt, ...]


@dataclass(frozen=True, slots=True)
class Edit:
    """Hunks that belong together: each must be found in a program."""

    hunks: tuple[Hunk, ...]

    def applied(
        self, program: Program, entries: tuple[str, ...], search: str
    ) -> Program | None:
        """The program edited, or None; `entries` find values, `search` the action."""
        for hunk in self.hunks:
            inside = program.functions_called_from(*entries)
            chosen = [
                n for n in program.functions_called_from(search) if n not in inside
            ]
            names = chosen if SEARCH in hunk.places else inside
            made = {
                name: edited
                for name in names
                if (edited := _edited(program.functions[name], hunk)) is not None
            }
            if not made:
                return None
            program = program.with_functions(made)
        return program


def parse(text: str) -> Edit:
    """The edit of a text, hunks parted by empty lines; EditError where it is none."""
    return Edit(tuple(map(_hunk, re.split(r"\n\s*\n", text.strip("\n")))))


def _hunk(text: str) -> Hunk:
    lines = text.splitlines()
    is_placed = text.startswith("@")
    places = frozenset(lines.pop(0)[1:].split() if is_placed else ())
    if unknown := places - {*PLACES}:
        raise EditError(f"unknown place {min(unknown)!r}; known: {', '.join(PLACES)}")
    if any(line[:1] not in ("-", "+", " ") for line in lines):
        raise EditError("each line begins with -, + or a space")
    before, after = (_statements(lines, but) for but in "+-")
    if not before:
        raise EditError("no line is there to be found")
    return Hunk(places, before, after)


def _statements(lines: Sequence[str], but: str) -> tuple[ast.stmt, ...]:
    text = dedent("\n".join(line[1:] for line in lines if line[:1] != but))
    try:
        return tuple(ast.parse(text).body)
    except SyntaxError as fault:
        raise EditError(f"{fault.msg}: {(fault.text or '').strip()}") from None


@lru_cache(KEPT)
def _edited(function: ast.FunctionDef, hunk: Hunk) -> ast.FunctionDef | None:
    """A function with each match replaced; None where there is none."""
    if not _names_in(hunk.before) <= _names_in((function,)):
        return None
    editor = _Editor(hunk, regions_of(function))
    body = editor.statements(function.body)
    if not editor.found:
        return None
    made = copy.copy(function)
    made.body = body or [PASS]
    return made


@lru_cache(KEPT)
def _names_in(body: tuple[ast.stmt, ...]) -> frozenset[str]:
    """The names and attributes that stand in statements, but for those in capitals."""
    nodes = [node for statement in body for node in ast.walk(statement)]
    names = {
        n.id if isinstance(n, ast.Name) else n.attr
        for n in nodes
        if isinstance(n, ast.Name | ast.Attribute)
    }
    return frozenset(name for name in names if not ANY.fullmatch(name))


class _Editor:
    """Replaces what a hunk finds; what it leaves is shared with the original."""

    def __init__(self, hunk: Hunk, regions: Regions) -> None:
        self.hunk = hunk
        self.regions = regions
        self.player = "".join(hunk.places & {MAX, MIN})  # in whose part, if in one's
        self.pattern: ast.expr | None = None  # where one expression goes for another
        if len(hunk.before) == len(hunk.after) == 1:
            (before,), (after,) = hunk.before, hunk.after
            if isinstance(before, ast.Expr) and isinstance(after, ast.Expr):
                self.pattern = before.value
        self.found = 0

    def statements(self, body: Statements) -> list[ast.stmt]:
        """The statements of a block, edited."""
        made: list[ast.stmt] = []
        index = 0
        while index < len(body):
            match = None
            if self.pattern is None and self._is_here(body[index]):
                match = next(_sequences(self.hunk.before, body[index:], Bound()), None)
            if match is None:
                made.append(self._inside(body[index]))
                index += 1
                continue
            bound, length = match
            self.found += 1
            made += _Filling(bound).block(copy.deepcopy([*self.hunk.after]))
            index += length
        return made

    def _is_here(self, node: ast.AST) -> bool:
        return not self.player or self.regions.get(id(node)) == self.player

    def _inside(self, node: ast.AST) -> Any:
        """A node with its fields edited: itself where nothing is found in it."""
        if self.pattern is None and not isinstance(node, ast.stmt):
            return node  # no statement stands within an expression
        before = self.found
        edited = {name: self._field(value) for name, value in ast.iter_fields(node)}
        if self.found == before:
            return node
        made = copy.copy(node)
        for name, value in edited.items():
            setattr(made, name, value)
        return made

    def _field(self, value: object) -> object:
        if not isinstance(value, list):
            return self._expression(value)
        if value and isinstance(value[0], ast.stmt):
            return self.statements(value) or [PASS]
        return [self._expression(each) for each in value]

    def _expression(self, value: object) -> object:
        if not isinstance(value, ast.AST):
            return value
        pattern = self.pattern
        if pattern and type(pattern) is type(value) and self._is_here(value):
            bound = Bound()
            if _matches(pattern, value, bound):
                self.found += 1
                (after,) = self.hunk.after
                assert isinstance(after, ast.Expr)
                return _Filling(bound).visit(copy.deepcopy(after.value))
        return self._inside(value)


def _sequences(
    pattern: Statements, body: Statements, bound: Bound
) -> Iterator[tuple[Bound, int]]:
    """Each way in which the first statements of a block match, shortest first."""
    if not pattern:
        yield bound, 0
        return
    first, rest = pattern[0], pattern[1:]
    if _is_rest(first):
        for length in range(len(body) + 1):
            tried = bound.copy()
            tried.rest.append(body[:length])
            for found, more in _sequences(rest, body[length:], tried):
                yield found, length + more
    elif body:
        tried = bound.copy()
        if _matches(first, body[0], tried):
            for found, more in _sequences(rest, body[1:], tried):
                yield found, 1 + more


def _is_rest(statement: ast.AST) -> bool:
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and statement.value.value is ...
    )


def _matches(pattern: object, node: object, bound: Bound) -> bool:
    """Whether a node is as the pattern says; what its names stand for is bound."""
    if isinstance(pattern, ast.arg) and isinstance(node, ast.arg):
        pattern, node = _name(pattern), _name(node)
    if isinstance(pattern, ast.Name) and ANY.fullmatch(pattern.id):
        if not isinstance(node, ast.expr):
            return False
        known = bound.names.setdefault(pattern.id, node)
        return known is node or (
            isinstance(known, ast.expr)
            and isinstance(node, ast.expr)
            and ast.unparse(known) == ast.unparse(node)
        )
    if isinstance(pattern, list) and isinstance(node, list):
        return _lists_match(pattern, node, bound)
    if type(pattern) is not type(node):
        strict = STRICT.get(type(pattern))  # type: ignore[arg-type]
        bound.strict |= strict is not None and strict is type(node)
        return strict is type(node)
    if not isinstance(pattern, ast.AST):
        return pattern == node
    return all(
        _matches(getattr(pattern, name), getattr(node, name), bound)
        for name in pattern._fields
        if name not in SKIPPED
    )


def _lists_match(pattern: list[ast.AST], nodes: list[ast.AST], bound: Bound) -> bool:
    if any(isinstance(each, ast.stmt) for each in (*pattern, *nodes)):
        for made, length in _sequences(pattern, nodes, bound):  # type: ignore[arg-type]
            if length == len(nodes):
                bound.names, bound.rest = made.names, made.rest
                bound.strict = made.strict
                return True
        return False
    return _arguments_match(pattern, nodes, bound)


def _arguments_match(
    pattern: list[ast.AST], nodes: list[ast.AST], bound: Bound
) -> bool:
    """Whether expressions match in turn; a starred name takes as few as it can."""
    if not pattern:
        return not nodes
    first, rest = pattern[0], pattern[1:]
    value = first.value if isinstance(first, ast.Starred) else None
    name = value.id if isinstance(value, ast.Name) else ""
    name = name if ANY.fullmatch(name) else ""
    if not name:
        is_first = bool(nodes) and _matches(first, nodes[0], bound)
        return is_first and _arguments_match(rest, nodes[1:], bound)
    for length in range(len(nodes) + 1):
        tried = bound.copy()
        tried.names[name] = nodes[:length]
        if _arguments_match(rest, nodes[length:], tried):
            bound.names, bound.strict = tried.names, tried.strict
            return True
    return False


def _name(argument: ast.arg) -> ast.Name:
    return ast.Name(argument.arg, ast.Load(), lineno=1, col_offset=0)


class _Filling(ast.NodeTransformer):
    """Puts what was found in the places of the names that stood for it."""

    def __init__(self, bound: Bound) -> None:
        self.names: Mapping[str, object] = bound.names
        self.rest = iter(bound.rest)
        self.strict = bound.strict

    def block(self, body: Statements) -> list[ast.stmt]:
        """Statements, with those for which `...` stands."""
        made: list[ast.stmt] = []
        for statement in body:
            if _is_rest(statement):
                made += next(self.rest)
            else:
                made.append(self.visit(statement))
        return made

    def generic_visit(self, node: ast.AST) -> ast.AST:
        """Each field in its turn: blocks as such."""
        for name, value in ast.iter_fields(node):
            if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                setattr(node, name, self.block(value))
            elif isinstance(value, list):
                setattr(node, name, [part for v in value for part in self._parts(v)])
            elif isinstance(value, ast.AST):
                setattr(node, name, self.visit(value))
        return node

    def _parts(self, value: object) -> list[object]:
        if isinstance(value, ast.Starred) and isinstance(value.value, ast.Name):
            many = self.names.get(value.value.id)
            if isinstance(many, list):
                return many
        if self.strict and type(value) in STRICT:
            return [STRICT[type(value)]()]  # type: ignore[index]
        return [self.visit(value) if isinstance(value, ast.AST) else value]

    def visit_arg(self, node: ast.arg) -> ast.AST:
        """An argument that has a name in capitals."""
        found = self.names.get(node.arg)
        node.arg = found.id if isinstance(found, ast.Name) else node.arg
        return node

    def visit_Name(self, node: ast.Name) -> ast.AST:
        """What a name in capitals stands for."""
        found = self.names.get(node.id)
        if not isinstance(found, ast.expr):
            return node
        made = copy.deepcopy(found)
        if hasattr(made, "ctx"):
            made.ctx = node.ctx
        return made


OTHER = {MAX: MIN, MIN: MAX}
MAXIMIZING = "maximizing"  # a variable that says whose move it is

Regions = dict[int, str]  # the player of an AST node, by its id()


@lru_cache(KEPT)
def regions_of(function: ast.FunctionDef) -> Regions:
    """The player in whose part each node of a function stands; others are absent.

    A function is MAX's whose name says so, and the branch of a question for MAX's move;
    so it is with MIN. `else`, and what follows a branch that returns, is the other
    player's.
    """
    found: Regions = {}
    named = {MAX, MIN}.intersection(function.name.split("_"))
    _mark_all(function.body, found, named.pop() if len(named) == 1 else "")
    return found


def _mark_all(body: Sequence[ast.stmt], regions: Regions, player: str) -> None:
    for statement in body:
        _mark(statement, regions, player)
        if isinstance(statement, ast.If):
            asked = _asks_for(statement.test)
            if (
                asked
                and not statement.orelse
                and isinstance(statement.body[-1], ast.Return)
            ):
                player = OTHER[asked]


def _mark(node: ast.AST, regions: Regions, player: str) -> None:
    if player:
        regions[id(node)] = player
    asked = _asks_for(node.test) if isinstance(node, ast.If | ast.IfExp) else ""
    for name, value in ast.iter_fields(node):
        inside = {"body": asked, "orelse": OTHER.get(asked, "")}.get(name) or player
        values = value if isinstance(value, list) else [value]
        nodes = [each for each in values if isinstance(each, ast.AST)]
        statements = [each for each in nodes if isinstance(each, ast.stmt)]
        if statements:
            _mark_all(statements, regions, inside)
            continue
        for each in nodes:
            _mark(each, regions, inside)


def _asks_for(test: ast.expr) -> str:
    """The player for whose move a test asks, "" if it asks for something else."""
    if isinstance(test, ast.Name):
        return MAX if test.id == MAXIMIZING else ""
    if isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.Eq):
        (right,) = test.comparators
        if isinstance(right, ast.Constant) and right.value in (MAX, MIN):
            return str(right.value)
    return ""
