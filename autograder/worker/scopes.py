"""What a name stands for, at each place of a module: Python's own rules of scope.

There is no `global` in the modules that are read here, and no class but at the top.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Any

from autograder.worker import harmless

Comprehension = ast.ListComp | ast.DictComp | ast.GeneratorExp
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class Kind(Enum):
    """What a name can stand for."""

    VALUE = auto()  # such as a variable holds
    FUNCTION = auto()  # of the submission: its text is an address
    TYPE = auto()  # imported for annotations
    CLASS = auto()  # of the submission: all calls share it
    RECORD = auto()  # the base `NamedTuple`
    DATACLASS = auto()  # the decorator
    FIELD = auto()  # what tells of a dataclass's field
    NUMBERS = auto()  # the module of numbers
    BUILTIN = auto()  # Python's own
    NOTHING = auto()  # bound nowhere: to ask for it is an error
    UNKNOWN = auto()


@dataclass(frozen=True, slots=True)
class Scope:
    """The names that a module, a function or a comprehension binds, and the outer."""

    names: Mapping[str, Kind]
    outer: Scope | None = None

    def kind(self, name: str) -> Kind:
        """What the name stands for here."""
        if name.startswith("__"):
            return Kind.VALUE if name == harmless.OWN_NAME else Kind.UNKNOWN
        if name in self.names:
            return self.names[name]
        if self.outer is not None:
            return self.outer.kind(name)
        return Kind.NOTHING if harmless.is_no_builtin(name) else Kind.BUILTIN

    def is_function(self, value: ast.expr) -> bool:
        """Whether an expression is a function of the submission, or may be one."""
        if isinstance(value, ast.IfExp):
            return self.is_function(value.body) or self.is_function(value.orelse)
        if isinstance(value, ast.Name):
            return self.kind(value.id) is Kind.FUNCTION
        return isinstance(value, ast.Lambda)


def of_module(statements: Iterable[ast.stmt]) -> Scope:
    """The names that these statements of a module bind."""
    nodes = list(_own(statements))
    return _with_aliases(Scope(_merged(_bindings(nodes))), nodes)


def of_function(function: ast.FunctionDef | ast.Lambda, outer: Scope) -> Scope:
    """The names of a function, its arguments among them."""
    body = [function.body] if isinstance(function, ast.Lambda) else function.body
    nodes = list(_own(body))
    outside = {name for n in nodes if isinstance(n, ast.Nonlocal) for name in n.names}
    given = [(each.arg, Kind.VALUE) for each in arguments(function.args)]
    bound = [each for each in _bindings(nodes) if each[0] not in outside]
    return _with_aliases(Scope(_merged([*given, *bound]), outer), nodes)


def of_class(node: ast.ClassDef, outer: Scope) -> Scope:
    """The names of a class's own body, which those of its methods do not see."""
    return Scope(_merged(_bindings(_own(node.body))), outer)


def of_comprehension(node: Comprehension, outer: Scope) -> Scope:
    """The names over which a comprehension runs."""
    targets = list(_own(each.target for each in node.generators))
    return Scope(_merged(_bindings(targets)), outer)


def arguments(given: ast.arguments) -> tuple[ast.arg, ...]:
    """All arguments that a function takes."""
    named = (*given.posonlyargs, *given.args, *given.kwonlyargs)
    return (*named, *filter(None, (given.vararg, given.kwarg)))


def _merged(bound: Iterable[tuple[str, Kind]]) -> dict[str, Kind]:
    """Each name with its kind; a value beside a function counts as a function."""
    kinds: dict[str, set[Kind]] = {}
    for name, kind in bound:
        kinds.setdefault(name, set()).add(kind)
    return {name: _only(several) for name, several in kinds.items()}


def _only(kinds: set[Kind]) -> Kind:
    if kinds == {Kind.FUNCTION, Kind.VALUE}:
        return Kind.FUNCTION
    return kinds.pop() if len(kinds) == 1 else Kind.UNKNOWN


def _with_aliases(scope: Scope, nodes: Iterable[ast.AST]) -> Scope:
    """The scope, where a name to which a function is assigned is a function's, too."""
    given = [each for each in nodes if isinstance(each, ast.Assign)]
    while True:
        names = dict(scope.names)
        for each in given:
            targets = [t.id for t in each.targets if isinstance(t, ast.Name)]
            if scope.is_function(each.value):
                held = (name for name in targets if names.get(name) is Kind.VALUE)
                names |= dict.fromkeys(held, Kind.FUNCTION)
        if names == scope.names:
            return scope
        scope = replace(scope, names=names)


def _own(nodes: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """All nodes of a scope but those of the scopes within.

    What `:=` binds in a comprehension is bound around it.
    """
    for node in nodes:
        yield node
        if isinstance(node, (ast.FunctionDef, ast.Lambda, ast.ClassDef)):
            continue
        inner = _own(ast.iter_child_nodes(node))
        if isinstance(node, COMPREHENSIONS):
            yield from (n.target for n in inner if isinstance(n, ast.NamedExpr))
        else:
            yield from inner


def _bindings(nodes: Iterable[ast.AST]) -> Iterator[tuple[str, Kind]]:
    for node in nodes:
        bound = BINDINGS.get(type(node))
        if bound is not None:
            yield from bound(node)


def _name(node: ast.Name) -> Iterator[tuple[str, Kind]]:
    if not isinstance(node.ctx, ast.Load):
        yield node.id, Kind.VALUE


def _function(node: ast.FunctionDef) -> Iterator[tuple[str, Kind]]:
    yield node.name, Kind.FUNCTION


def _class(node: ast.ClassDef) -> Iterator[tuple[str, Kind]]:
    yield node.name, Kind.CLASS


def _of_a_pattern(
    node: ast.ExceptHandler | ast.MatchAs | ast.MatchStar,
) -> Iterator[tuple[str, Kind]]:
    if node.name is not None:
        yield node.name, Kind.VALUE


def _rest(node: ast.MatchMapping) -> Iterator[tuple[str, Kind]]:
    if node.rest is not None:
        yield node.rest, Kind.VALUE


def _import(node: ast.Import) -> Iterator[tuple[str, Kind]]:
    for each in node.names:
        yield each.asname or each.name.partition(".")[0], Kind.NUMBERS


def _import_from(node: ast.ImportFrom) -> Iterator[tuple[str, Kind]]:
    for each in node.names:
        text = node.module == "autograder.game" and each.name in harmless.TEXTS
        of_numbers = node.module == harmless.NUMBERS
        usual = Kind.VALUE if text or of_numbers else Kind.TYPE
        kind = OF_CLASSES.get((node.module, each.name), usual)
        yield each.asname or each.name, kind


OF_CLASSES: dict[tuple[str | None, str], Kind] = {
    harmless.RECORDS: Kind.RECORD,
    (harmless.DATACLASSES, "dataclass"): Kind.DATACLASS,
    (harmless.DATACLASSES, "field"): Kind.FIELD,
}
BINDINGS: dict[type[ast.AST], Callable[[Any], Iterator[tuple[str, Kind]]]] = {
    ast.Name: _name,
    ast.FunctionDef: _function,
    ast.ClassDef: _class,
    ast.ExceptHandler: _of_a_pattern,
    ast.MatchAs: _of_a_pattern,
    ast.MatchStar: _of_a_pattern,
    ast.MatchMapping: _rest,
    ast.Import: _import,
    ast.ImportFrom: _import_from,
}
