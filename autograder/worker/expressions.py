"""Whether an expression is known to keep nothing beyond the call that works it out."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, ClassVar, TypeVar

from autograder.worker import harmless, scopes
from autograder.worker.classes import Members
from autograder.worker.scopes import Comprehension, Kind, Scope

PLAIN_FIELDS = re.compile(  # no field asks for an attribute, as {0.real} does
    r"(?:[^{}]|\{\{|\}\}|\{\w*(?:![rsa])?(?::[^{}]*)?\})*"
)
OPERATORS = (*harmless.OPERATORS, ast.Load)
CONSTANT = (
    *(ast.Constant, ast.Name, ast.Attribute, ast.Tuple, ast.UnaryOp, ast.BinOp),
)
OF_TYPES = (
    *(ast.Name, ast.Attribute, ast.Subscript, ast.Tuple, ast.List, ast.Constant),
    *(ast.BinOp, ast.BitOr, ast.Load),
)
Judges = dict[type[ast.AST], Callable[[Any, Any], bool]]
Reader = TypeVar("Reader", bound="Expressions")


@dataclass(frozen=True, slots=True)
class Expressions:
    """Tells of each expression, in its scope, whether it is known to be harmless.

    A *value* is what a variable may hold; a *function* what is called, or handed to one
    that calls it at once; a *series* what is run through where it is made. With `lazy`
    annotations are never worked out. `own` are the members of the module's classes.
    """

    scope: Scope
    lazy: bool
    own: Members

    def value(self, node: ast.expr) -> bool:
        """What comes to a value."""
        judge = self._VALUES.get(type(node))
        return judge is not None and judge(self, node)

    def function(self, node: ast.expr) -> bool:
        """What is called at once, or asked for its truth: a value may do."""
        judge = self._FUNCTIONS.get(type(node))
        return self.value(node) or (judge is not None and judge(self, node))

    def series(self, node: ast.expr) -> bool:
        """What is run through where it stands, each element a value."""
        if isinstance(node, ast.GeneratorExp):
            return self._comprehension(node)
        return self.value(node) or (isinstance(node, ast.Call) and self._maker(node))

    def run_through(self, node: ast.expr) -> bool:
        """What a loop runs through, or what Python says is no such thing."""
        return self.series(node) or self.function(node)

    def generator(self, node: ast.comprehension) -> bool:
        """The variables and the conditions of one loop of a comprehension."""
        known = not node.is_async and self.target(node.target)
        return known and all(map(self.function, node.ifs))

    def constant(self, node: ast.expr) -> bool:
        """What is worked out once and never changes: numbers, texts, tuples of them."""
        if isinstance(node, ast.Call):
            of_text = self.is_builtin(node.func, harmless.CONVERSIONS)
            return of_text and all(map(self.constant, node.args)) and not node.keywords
        if not isinstance(node, CONSTANT) or not self.value(node):
            return False
        inner = [] if isinstance(node, ast.Attribute) else ast.iter_child_nodes(node)
        return all(self.constant(each) for each in inner if isinstance(each, ast.expr))

    def target(self, node: ast.expr) -> bool:
        """What is assigned to: a variable, a place, a field, several of these.

        Of what no class of the module has made no field can be set.
        """
        if isinstance(node, ast.Name):
            return not node.id.startswith("__")
        if isinstance(node, (ast.Tuple, ast.List)):
            return all(map(self.target, node.elts))
        if isinstance(node, ast.Starred):
            return self.target(node.value)
        if isinstance(node, ast.Attribute):
            return node.attr in self.own.fields and self.value(node.value)
        if not isinstance(node, ast.Subscript):
            return False
        return self.value(node.value) and self.value(node.slice)

    def arguments(self, node: ast.arguments) -> bool:
        """What a function takes, and what it takes where it is given nothing."""
        given = (*node.defaults, *filter(None, node.kw_defaults))
        every = scopes.arguments(node)
        types = [each.annotation for each in every if each.annotation is not None]
        named = not any(each.arg.startswith("__") for each in every)
        return (
            named
            and all(map(self.constant, given))
            and all(map(self.annotation, types))
        )

    def annotation(self, node: ast.expr) -> bool:
        """What is said of a type: worked out or not, it comes to nothing else."""
        return self.lazy or all(isinstance(each, OF_TYPES) for each in ast.walk(node))

    def is_builtin(self, node: ast.expr | None, names: Iterable[str]) -> bool:
        """Whether it is Python's own thing of one of these names."""
        if not isinstance(node, ast.Name) or node.id not in names:
            return False
        return self.scope.kind(node.id) is Kind.BUILTIN

    def is_class(self, node: ast.expr) -> bool:
        """Whether it is a class of the module."""
        return isinstance(node, ast.Name) and self.scope.kind(node.id) is Kind.CLASS

    def within(self: Reader, scope: Scope) -> Reader:  # noqa: PYI019 - Self is of 3.11
        """What tells of the same in another scope."""
        return replace(self, scope=scope)

    def _parts(self, node: ast.expr) -> bool:
        """An expression of known operators whose parts are values."""
        return all(
            self.value(each)
            if isinstance(each, ast.expr)
            else isinstance(each, OPERATORS)
            for each in ast.iter_child_nodes(node)
        )

    def _written(self, node: ast.JoinedStr | ast.FormattedValue) -> bool:
        """A text made of values, each of which tells how it looks."""
        return not self.own.nameless and self._parts(node)

    def _combined(self, node: ast.BinOp) -> bool:
        return self.combines(node.op) and self._parts(node)

    def combines(self, by: ast.operator) -> bool:
        """Whether an operator is known; % writes a text where the left is one."""
        writes = isinstance(by, ast.Mod) and self.own.nameless
        return isinstance(by, harmless.OPERATORS) and not writes

    def always(self, _node: ast.AST) -> bool:
        """Whatever needs no look at its parts."""
        return True

    def _name(self, node: ast.Name) -> bool:
        kind = self.scope.kind(node.id)
        held = kind is Kind.BUILTIN and node.id in harmless.CONSUMERS
        return held or kind in (Kind.VALUE, Kind.NOTHING)

    def _negation(self, node: ast.UnaryOp) -> bool:
        is_not = isinstance(node.op, ast.Not)
        return self.function(node.operand) if is_not else self._parts(node)

    def _choice(self, node: ast.IfExp) -> bool:
        chosen = self.value(node.body) and self.value(node.orelse)
        return chosen and self.function(node.test)

    def _comparison(self, node: ast.Compare) -> bool:
        given = [node.left, *node.comparators]
        if self.own.compare() and not all(map(self.value, given)):
            return False
        pairs = zip(node.ops, given, given[1:], strict=False)
        return self.function(node.left) and all(self._compared(*each) for each in pairs)

    def _compared(self, by: ast.cmpop, left: ast.expr, right: ast.expr) -> bool:
        """Where things are told apart by their addresses, one of them has no other."""
        if isinstance(by, (ast.Is, ast.IsNot)):
            known = self.function(left) and self.function(right)
            return known and (self._is_singular(left) or self._is_singular(right))
        if isinstance(by, (ast.In, ast.NotIn)):
            members = right.elts if isinstance(right, ast.Set) else None
            return (
                self.series(right) if members is None else all(map(self.value, members))
            )
        return isinstance(by, harmless.COMPARISONS) and self.function(right)

    def _starred(self, node: ast.Starred) -> bool:
        return self.series(node.value)

    def _mapping(self, node: ast.Dict) -> bool:
        return all(map(self.value, filter(None, (*node.keys, *node.values))))

    def _walrus(self, node: ast.NamedExpr) -> bool:
        return self.target(node.target) and self.value(node.value)

    def _attribute(self, node: ast.Attribute) -> bool:
        """What is read of a value, or of the module of numbers."""
        if self._is_module(node.value):
            return not node.attr.startswith("_")
        if self.is_class(node.value):
            return node.attr in self.own.constants
        if node.attr in self.own.fields | self.own.properties:
            return self.value(node.value)
        if node.attr in self.own.methods:  # a function, where it is a class's own
            return False
        known = node.attr in harmless.ATTRIBUTES or harmless.is_never_held(node.attr)
        public = not node.attr.startswith("_")
        return known and public and self.value(node.value)

    def _comprehension(self, node: Comprehension) -> bool:
        """One whose elements are values; the first series is worked out around it."""
        inner = self.within(scopes.of_comprehension(node, self.scope))
        first, *others = node.generators
        made = (node.key, node.value) if isinstance(node, ast.DictComp) else (node.elt,)
        return (
            self.run_through(first.iter)
            and all(inner.run_through(each.iter) for each in others)
            and all(map(inner.generator, node.generators))
            and all(map(inner.value, made))
        )

    def _function_name(self, node: ast.Name) -> bool:
        own = self.scope.kind(node.id) in (Kind.FUNCTION, Kind.CLASS)
        if self.own.nameless and self.is_builtin(node, harmless.SHOWING):
            return False
        return own or self.is_builtin(node, harmless.CALLABLE)

    def _nameless(self, node: ast.Lambda) -> bool:
        inner = self.within(scopes.of_function(node, self.scope))
        return self.arguments(node.args) and inner.value(node.body)

    def _chosen_function(self, node: ast.IfExp) -> bool:
        either = self.function(node.body) and self.function(node.orelse)
        return either and self.function(node.test)

    def _method(self, node: ast.Attribute) -> bool:
        """A method that is known, of a value or of a built-in type."""
        owner = node.value
        if node.attr in self.own.methods and node.attr not in harmless.DEFINED:
            return self.is_class(owner) or self.value(owner)
        if node.attr == "format":
            return _has_plain_fields(owner) and not self.own.nameless
        of_type = self.is_builtin(owner, harmless.PATTERNS)
        return node.attr in harmless.METHODS and (of_type or self.value(owner))

    def _call(self, node: ast.Call) -> bool:
        """A call that returns a value."""
        consumes, key = self._uses(node.func)
        given = self.series if consumes else self.value
        named = all(self._keyword(each, is_key=key) for each in node.keywords)
        if self.is_builtin(node.func, {"isinstance"}) and not node.keywords:
            return self._asks_for_type(node.args)
        return self.function(node.func) and all(map(given, node.args)) and named

    def _uses(self, called: ast.expr) -> tuple[bool, bool]:
        """Whether it runs through what it is given, and calls its `key`.

        What a variable holds can be called only where it is one of `CONSUMERS`.
        """
        if isinstance(called, ast.Attribute) and not self._is_module(called.value):
            return called.attr in harmless.CONSUMING, called.attr == "sort"
        if isinstance(called, ast.Name) and self.scope.kind(called.id) is Kind.BUILTIN:
            held = called.id in harmless.CONSUMERS
            return held or called.id in harmless.CONSUMED_BY_NAME, held
        is_held = self.value(called) and not self._is_nothing(called)
        consumes = is_held and not self.own.are_called()
        return consumes, consumes

    def _keyword(self, node: ast.keyword, *, is_key: bool) -> bool:
        if node.arg == "key" and is_key:
            return self.function(node.value)
        return node.arg != "file" and self.value(node.value)

    def _asks_for_type(self, given: list[ast.expr]) -> bool:
        thing, *types = given or [ast.Constant(None)]
        of_types = (isinstance(n, OF_TYPES) for each in types for n in ast.walk(each))
        return self.value(thing) and all(of_types)

    def _maker(self, node: ast.Call) -> bool:
        """A call that makes an iterator, or a view of a dictionary."""
        called = node.func
        if isinstance(called, ast.Attribute):
            seen = called.attr in harmless.VIEWS and self.value(called.value)
            return seen and not node.args and not node.keywords
        if not self.is_builtin(called, harmless.MAKERS):
            return False
        named = all(self._keyword(each, is_key=False) for each in node.keywords)
        first = node.args[:1] if self.is_builtin(called, harmless.APPLY) else []
        rest = node.args[len(first) :]
        return named and all(map(self.function, first)) and all(map(self.series, rest))

    def _is_singular(self, node: ast.expr) -> bool:
        """Whether there is but one such thing: None, True, `max`."""
        if isinstance(node, ast.Constant):
            return node.value is None or isinstance(node.value, bool)
        return self.is_builtin(node, harmless.CONSUMERS)

    def _is_module(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and self.scope.kind(node.id) is Kind.NUMBERS

    def _is_nothing(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and self.scope.kind(node.id) is Kind.NOTHING

    _VALUES: ClassVar[Judges] = {
        ast.Constant: always,
        ast.Name: _name,
        ast.UnaryOp: _negation,
        ast.IfExp: _choice,
        ast.Compare: _comparison,
        ast.Starred: _starred,
        ast.Dict: _mapping,
        ast.NamedExpr: _walrus,
        ast.Attribute: _attribute,
        ast.Call: _call,
        ast.ListComp: _comprehension,
        ast.DictComp: _comprehension,
        ast.BinOp: _combined,
        **dict.fromkeys((ast.BoolOp, ast.Tuple, ast.List), _parts),
        **dict.fromkeys((ast.Subscript, ast.Slice), _parts),
        **dict.fromkeys((ast.JoinedStr, ast.FormattedValue), _written),
    }
    _FUNCTIONS: ClassVar[Judges] = {
        ast.Name: _function_name,
        ast.Lambda: _nameless,
        ast.IfExp: _chosen_function,
        ast.Attribute: _method,
    }


def _has_plain_fields(text: ast.expr) -> bool:
    """Whether it is a text to be formatted, and no field asks for an attribute."""
    if not isinstance(text, ast.Constant) or not isinstance(text.value, str):
        return False
    return PLAIN_FIELDS.fullmatch(text.value) is not None
