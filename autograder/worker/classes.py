"""Which members the classes of a module have, and what their instances look like.

What is told of an instance must not hang on its class, which all calls share: so a
name is a field, a method or a property in every class alike, and nowhere else. Classes
without bases are read, and such as have `NamedTuple` for theirs.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from autograder.worker import harmless

STATIC, PROPERTY = "staticmethod", "property"
Method = ast.FunctionDef


@dataclass(frozen=True, slots=True)
class Members:
    """The names of all that instances, and classes, of a module have.

    `constants` are those of `fields` that a class itself has. Where a class does not
    tell how its instances look, their text is an address, and they are `nameless`:
    then no text is made of anything.
    """

    fields: frozenset[str] = frozenset()
    methods: frozenset[str] = frozenset()
    properties: frozenset[str] = frozenset()
    constants: frozenset[str] = frozenset()
    nameless: bool = False

    def are_any(self) -> bool:
        """Whether there are classes at all."""
        return self != Members()

    def are_called(self) -> bool:
        """Whether what a variable holds may be called, and keep what it is given."""
        return "__call__" in self.methods

    def compare(self) -> bool:
        """Whether one of them may be handed what is compared with an instance."""
        return not harmless.COMPARING.isdisjoint(self.methods)

    def are_apart(self) -> bool:
        """Whether each name is of one kind, and none is that of something else's."""
        held = harmless.HELD - harmless.LIKE_FIELDS
        read = self.fields | self.properties
        return not (
            self.methods & read
            or self.methods & (held - harmless.LIKE_METHODS - harmless.DEFINED)
            or self.fields & self.properties
            or read & (held - harmless.ATTRIBUTES)
            or any(name.startswith("__") for name in read)
        )


def members(statements: Iterable[ast.stmt]) -> Members:
    """The members of all classes among the statements of a module."""
    given = list(statements)
    classes = [each for each in given if isinstance(each, ast.ClassDef)]
    if not classes:
        return Members()
    body = [each for own in classes for each in own.body]
    methods = [each for each in body if isinstance(each, Method)]
    properties = [each for each in methods if PROPERTY in _decorators(each)]
    constants = {name for each in body for name in _assigned(each)} - {harmless.SLOTS}
    return Members(
        fields=frozenset({*_written(given), *map(_announced, body), *constants} - {""}),
        methods=frozenset(each.name for each in methods if each not in properties),
        properties=frozenset(each.name for each in properties),
        constants=frozenset(constants),
        nameless=not all(map(_shows_itself, classes)),
    )


def _written(statements: Iterable[ast.stmt]) -> Iterator[str]:
    """The attributes that anything in a module is given, or loses."""
    for node in (n for each in statements for n in ast.walk(each)):
        if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
            yield node.attr


def _announced(statement: ast.stmt) -> str:
    """The field of which a class tells the type; "" where it is none."""
    target = statement.target if isinstance(statement, ast.AnnAssign) else None
    return target.id if isinstance(target, ast.Name) else ""


def _assigned(statement: ast.stmt) -> list[str]:
    """The names that a statement of a class gives a value."""
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    return [each.id for each in targets if isinstance(each, ast.Name)]


def _shows_itself(node: ast.ClassDef) -> bool:
    """Whether the text of an instance is made of its fields."""
    if any(isinstance(each, Method) and each.name == "__repr__" for each in node.body):
        return True
    if any(isinstance(each, ast.Name) and each.id != "object" for each in node.bases):
        return True
    given = [k for each in node.decorator_list for k in getattr(each, "keywords", ())]
    return bool(node.decorator_list) and not any(k.arg == "repr" for k in given)


def _decorators(node: Method) -> list[str]:
    return [each.id for each in node.decorator_list if isinstance(each, ast.Name)]
