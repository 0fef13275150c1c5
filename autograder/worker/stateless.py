"""Whether a module can keep anything between calls, or draw lots: told from its text.

Said of a module only where each statement, expression and name of it is of a kind that
is known to be harmless: the tables here, in `expressions` and in `harmless` name them
all. A call then does the same whatever was called before. Of all else nothing is known,
and its calls are made again. Who means to deceive gains nothing, and is told less.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from autograder.worker import classes, harmless, scopes
from autograder.worker.classes import PROPERTY, STATIC, Method
from autograder.worker.expressions import Expressions, Judges
from autograder.worker.scopes import Kind

PATTERNS = harmless.PATTERNS
AT_THE_TOP = (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom, ast.Pass)


def is_stateless(source: bytes) -> bool:
    """Whether nothing of a call can be seen by a later one; False where unknown."""
    module = ast.parse(source)
    statements = [s for each in module.body for s in _of_an_import(each)]
    top = scopes.of_module(s for s in statements if not _is_bare(s))
    if top.kind(harmless.CHECKING) not in (Kind.TYPE, Kind.NOTHING):
        return False
    own = classes.members(statements)
    reader = Statements(top, lazy=any(map(_is_lazy, statements)), own=own)
    return own.are_apart() and all(map(reader.of_module, statements))


def _of_an_import(statement: ast.stmt) -> list[ast.stmt]:
    """What of a statement of a module is carried out when that is imported."""
    if isinstance(statement, ast.If) and _is_never(statement.test):
        return [s for each in statement.orelse for s in _of_an_import(each)]
    return [statement]


def _is_never(test: ast.expr) -> bool:
    """Whether it asks if the module is run as a program, or read for its types."""
    if isinstance(test, ast.Name):
        return test.id == harmless.CHECKING
    if not (isinstance(test, ast.Compare) and isinstance(test.left, ast.Name)):
        return False
    other = test.comparators[0]
    asks = len(test.ops) == 1 and isinstance(test.ops[0], ast.Eq)
    main = isinstance(other, ast.Constant) and other.value == "__main__"
    return asks and main and test.left.id == harmless.OWN_NAME


def _is_bare(statement: ast.stmt) -> bool:
    """Whether a name of the module is given a type and no value."""
    return isinstance(statement, ast.AnnAssign) and statement.value is None


def _is_lazy(statement: ast.stmt) -> bool:
    """Whether annotations are never worked out."""
    if not isinstance(statement, ast.ImportFrom) or statement.module != "__future__":
        return False
    return any(each.name == "annotations" for each in statement.names)


@dataclass(frozen=True, slots=True)
class Statements(Expressions):
    """Tells the same of each statement."""

    def of_module(self, node: ast.stmt) -> bool:
        """A statement of the module itself, which makes nothing that can change."""
        if isinstance(node, ast.Assign):
            is_one = isinstance(node.value, (ast.Name, ast.Lambda))
            named = is_one and self.scope.is_function(node.value)
            return (named or self.constant(node.value)) and self._statement(node)
        if isinstance(node, ast.AnnAssign):
            constant = node.value is None or self.constant(node.value)
            return constant and self._statement(node)
        if isinstance(node, ast.Expr):
            return isinstance(node.value, ast.Constant)
        if isinstance(node, ast.ClassDef):
            return self._class(node)
        return isinstance(node, AT_THE_TOP) and self._statement(node)

    def _class(self, node: ast.ClassDef) -> bool:
        """One that nothing can change, and of which nothing but instances is made."""
        if not _is_plain(node.name) or node.keywords or _takes_types(node):
            return False
        if self._is_error(node):
            return all(map(_does_nothing, node.body))
        inside = self.within(scopes.of_class(node, self.scope))
        return (
            len(node.bases) + len(node.decorator_list) <= 1
            and all(map(self._base, node.bases))
            and all(map(self._dataclass, node.decorator_list))
            and all(inside._member(each, self) for each in node.body)  # noqa: SLF001 - its own
        )

    def _is_error(self, node: ast.ClassDef) -> bool:
        """Whether its instances are raised and caught, and are like any error."""
        alone = len(node.bases) == 1 and not node.decorator_list
        return alone and self.is_builtin(node.bases[0], {"Exception"})

    def _base(self, node: ast.expr) -> bool:
        is_record = isinstance(node, ast.Name) and self._is_kind(node, Kind.RECORD)
        return is_record or self.is_builtin(node, {"object"})

    def _dataclass(self, node: ast.expr) -> bool:
        """The decorator `dataclass`, with or without choices."""
        if not isinstance(node, ast.Call):
            return self._is_kind(node, Kind.DATACLASS)
        chosen = [each.value for each in node.keywords if each.arg is not None]
        plain = all(isinstance(each, ast.Constant) for each in chosen)
        whole = len(chosen) == len(node.keywords) and not node.args
        return plain and whole and self._is_kind(node.func, Kind.DATACLASS)

    def _is_kind(self, node: ast.expr, kind: Kind) -> bool:
        return isinstance(node, ast.Name) and self.scope.kind(node.id) is kind

    def _member(self, node: ast.stmt, around: Statements) -> bool:
        """One of a class, whose names its methods do not see: they see those `around`.

        What a class has itself, all its instances have: it never changes.
        """
        if isinstance(node, Method):
            return self._method_of_class(node, around)
        if isinstance(node, ast.AnnAssign):
            usual = node.value is None or self._usual(node.value)
            named = isinstance(node.target, ast.Name) and _is_plain(node.target.id)
            return usual and named and self.annotation(node.annotation)
        if isinstance(node, ast.Assign):
            given = [t.id for t in node.targets if isinstance(t, ast.Name)]
            known = all(n == harmless.SLOTS or _is_plain(n) for n in given)
            whole = len(given) == len(node.targets)
            return known and whole and self.constant(node.value)
        if isinstance(node, ast.Expr):
            return isinstance(node.value, ast.Constant)
        return isinstance(node, ast.Pass)

    def _usual(self, node: ast.expr) -> bool:
        """What a field is where it is not given."""
        if not isinstance(node, ast.Call) or not self._is_kind(node.func, Kind.FIELD):
            return self.constant(node)
        return not node.args and all(map(self._of_field, node.keywords))

    def _of_field(self, node: ast.keyword) -> bool:
        if node.arg == "default_factory":
            return self.is_builtin(node.value, harmless.FACTORIES)
        return node.arg is not None and self.constant(node.value)

    def _method_of_class(self, node: Method, around: Statements) -> bool:
        decorators = {STATIC, PROPERTY}
        known = all(self.is_builtin(each, decorators) for each in node.decorator_list)
        returns = node.returns is None or self.annotation(node.returns)
        inner = around.within(scopes.of_function(node, around.scope))
        return (
            (_is_plain(node.name) or node.name in harmless.DEFINED)
            and known
            and len(node.decorator_list) <= 1
            and not _takes_types(node)
            and self.arguments(node.args)
            and returns
            and inner._block(node.body)  # noqa: SLF001 - its own
        )

    def _block(self, statements: Iterable[ast.stmt]) -> bool:
        return all(map(self._statement, statements))

    def _statement(self, node: ast.stmt) -> bool:
        """One of a function, or of the module where it is one of its kinds."""
        judge = self._JUDGES.get(type(node))
        return judge is not None and judge(self, node)

    def _definition(self, node: ast.FunctionDef) -> bool:
        if node.decorator_list or _takes_types(node):
            return False
        returns = node.returns is None or self.annotation(node.returns)
        inner = self.within(scopes.of_function(node, self.scope))
        given = _is_plain(node.name) and self.arguments(node.args)
        return given and returns and inner._block(node.body)  # noqa: SLF001 - its own

    def _assignment(self, node: ast.Assign) -> bool:
        names = all(isinstance(each, ast.Name) for each in node.targets)
        unpacked = all(isinstance(each, (ast.Tuple, ast.List)) for each in node.targets)
        if names and self.scope.is_function(node.value):
            return self._holds_functions(node.targets) and self.function(node.value)
        value = self.series(node.value) if unpacked else self.value(node.value)
        return value and all(map(self.target, node.targets))

    def _holds_functions(self, targets: Iterable[ast.expr]) -> bool:
        """Whether these names are known to hold functions wherever they are used."""
        return all(
            isinstance(each, ast.Name) and self.scope.kind(each.id) is Kind.FUNCTION
            for each in targets
        )

    def _with_type(self, node: ast.AnnAssign) -> bool:
        value = node.value is None or self.value(node.value)
        return value and self.target(node.target) and self.annotation(node.annotation)

    def _augmented(self, node: ast.AugAssign) -> bool:
        return (
            self.combines(node.op)
            and self.value(node.value)
            and self.target(node.target)
        )

    def _deletion(self, node: ast.Delete) -> bool:
        return all(map(self.target, node.targets))

    def _expression(self, node: ast.Expr) -> bool:
        return self.function(node.value)

    def _returned(self, node: ast.Return) -> bool:
        return node.value is None or self.value(node.value)

    def _loop(self, node: ast.For) -> bool:
        inner = self._block(node.body) and self._block(node.orelse)
        return self.run_through(node.iter) and self.target(node.target) and inner

    def _condition(self, node: ast.If | ast.While) -> bool:
        return (
            self.function(node.test)
            and self._block(node.body)
            and self._block(node.orelse)
        )

    def _raised(self, node: ast.Raise) -> bool:
        return all(
            self.is_builtin(each, harmless.ERRORS)
            or self.is_class(each)
            or self.value(each)
            for each in (node.exc, node.cause)
            if each is not None
        )

    def _attempt(self, node: ast.Try) -> bool:
        """Where errors are caught that the call itself has made; nothing is final."""
        blocks = node.body, node.orelse, *[each.body for each in node.handlers]
        caught = all(map(self._handler, node.handlers))
        return not node.finalbody and caught and all(map(self._block, blocks))

    def _handler(self, node: ast.ExceptHandler) -> bool:
        types = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]
        known = all(map(self._is_caught, types))
        named = node.name is not None and self.own.are_any()  # it could be given fields
        return known and _is_plain(node.name) and not named

    def _is_caught(self, node: ast.expr | None) -> bool:
        own = node is not None and self.is_class(node)
        return own or self.is_builtin(node, harmless.CAUGHT)

    def _assertion(self, node: ast.Assert) -> bool:
        told = node.msg is None or self.value(node.msg)
        return told and self.function(node.test)

    def _import_of_module(self, node: ast.Import) -> bool:
        of_numbers = all(each.name == harmless.NUMBERS for each in node.names)
        return of_numbers and self._aliases(node.names)

    def _import_of_names(self, node: ast.ImportFrom) -> bool:
        is_public = not any(each.name.startswith("_") for each in node.names)
        if node.level or not is_public or not self._aliases(node.names):
            return False
        if node.module in (harmless.NUMBERS, "__future__"):
            return True
        if node.module == harmless.DATACLASSES:
            return all((node.module, a.name) in scopes.OF_CLASSES for a in node.names)
        types = all(alias.name[0].isupper() for alias in node.names)  # by their names
        return node.module in harmless.TYPES and types

    def _aliases(self, names: Iterable[ast.alias]) -> bool:
        given = [each.asname for each in names if each.asname is not None]
        return all(map(_is_plain, given)) and harmless.CHECKING not in given

    def _match(self, node: ast.Match) -> bool:
        return self.value(node.subject) and all(map(self._case, node.cases))

    def _case(self, node: ast.match_case) -> bool:
        guard = node.guard is None or self.function(node.guard)
        return guard and self._pattern(node.pattern) and self._block(node.body)

    def _pattern(self, node: ast.pattern) -> bool:
        """One that looks at values, and at no attribute of theirs."""
        inner = [n for n in ast.iter_child_nodes(node) if isinstance(n, ast.pattern)]
        if not all(map(self._pattern, inner)):
            return False
        if isinstance(node, ast.MatchClass):
            fields = self.own.fields if self.is_class(node.cls) else frozenset()
            known = self.is_class(node.cls) or self.is_builtin(node.cls, PATTERNS)
            return known and fields.issuperset(node.kwd_attrs)
        if isinstance(node, ast.MatchMapping):
            return all(map(self.value, node.keys)) and _is_plain(node.rest)
        if isinstance(node, ast.MatchValue):
            return self.value(node.value)
        if isinstance(node, (ast.MatchAs, ast.MatchStar)):
            return _is_plain(node.name)
        return isinstance(node, (ast.MatchSingleton, ast.MatchSequence, ast.MatchOr))

    _JUDGES: ClassVar[Judges] = {
        ast.FunctionDef: _definition,
        ast.Return: _returned,
        ast.Assign: _assignment,
        ast.AnnAssign: _with_type,
        ast.AugAssign: _augmented,
        ast.Delete: _deletion,
        ast.Expr: _expression,
        ast.For: _loop,
        ast.While: _condition,
        ast.If: _condition,
        ast.Raise: _raised,
        ast.Try: _attempt,
        ast.Assert: _assertion,
        ast.Match: _match,
        ast.Import: _import_of_module,
        ast.ImportFrom: _import_of_names,
        ast.Pass: Expressions.always,
        ast.Break: Expressions.always,
        ast.Continue: Expressions.always,
        ast.Nonlocal: Expressions.always,
    }


def _does_nothing(node: ast.stmt) -> bool:
    """Whether a statement is `pass`, a docstring or another constant."""
    constant = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return constant or isinstance(node, ast.Pass)


def _takes_types(node: ast.FunctionDef | ast.ClassDef) -> bool:
    return bool(getattr(node, "type_params", []))


def _is_plain(name: str | None) -> bool:
    """Whether a name is none to which Python gives a meaning."""
    return not (name or "").startswith("__")
