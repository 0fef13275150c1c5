"""The vocabulary of a module that can keep nothing: names, methods and imports.

What can be held by a variable of such a module is a *value*: a number, a text, None, a
tuple, list or dictionary of values, a state, the game, an error, or one of the built-in
functions of `CONSUMERS`. What a value looks like as text is told by what is in it. Not
so functions, methods and iterators, whose text is an address: they are used where they
are made, and held by nothing.
"""

from __future__ import annotations

import ast
import builtins
from typing import NamedTuple

from autograder.game import Game, State
from autograder.worker.standin import StandIn

DATACLASSES = "dataclasses"  # of which two names are known
RECORDS = "typing", "NamedTuple"  # the base that a class may have
NUMBERS = "math"  # the module of which all is harmless
TYPES = frozenset({"autograder.game", "collections.abc", "typing"})  # for annotations
TEXTS = frozenset({"CHANCE", "MAX", "MIN"})  # the players' names in `autograder.game`
CHECKING = "TYPE_CHECKING"
SLOTS = "__slots__"
DEFINED = frozenset(  # what classes may define of that to which Python gives a meaning
    {"__bool__", "__call__", "__eq__", "__ge__", "__gt__", "__hash__", "__init__"}
    | {"__le__", "__len__", "__lt__", "__ne__", "__post_init__", "__repr__", "__str__"}
)
COMPARING = DEFINED & {"__eq__", "__ge__", "__gt__", "__le__", "__lt__", "__ne__"}
FACTORIES = frozenset({"dict", "float", "int", "list", "str", "tuple"})  # of fields
SHOWING = frozenset({"ascii", "format", "print", "repr", "str"})  # they make a text
OWN_NAME = "__name__"

CONSUMERS = frozenset(  # they run through an iterator, or refuse it, and leave nothing
    {"abs", "all", "any", "bool", "float", "int", "len", "list", "max", "min", "round"}
    | {"sorted", "sum", "tuple"}
)
CONSUMED_BY_NAME = frozenset({"dict", "next"})  # the same, but held by no variable
MAKERS = frozenset({"enumerate", "filter", "iter", "map", "reversed", "zip"})
APPLY = frozenset({"filter", "map"})  # makers whose first argument is a function
PLAIN = frozenset(  # what they return, or print, depends on the values given alone
    {"ascii", "bin", "chr", "divmod", "format", "hex", "isinstance", "oct", "ord"}
    | {"pow", "print", "range", "repr", "slice", "str"}
)

CONVERSIONS = frozenset({"float", "int"})  # of texts, where the module is imported
PATTERNS = frozenset({"bool", "bytes", "dict", "float", "int", "list", "str", "tuple"})

ERRORS = frozenset(
    name
    for name, each in vars(builtins).items()
    if isinstance(each, type) and issubclass(each, Exception)
)
CALLABLE = CONSUMERS | CONSUMED_BY_NAME | PLAIN | ERRORS
CAUGHT = frozenset(  # none of them tells how much stack, memory or time was left
    {"ArithmeticError", "AssertionError", "AttributeError", "IndexError", "KeyError"}
    | {"LookupError", "NameError", "NotImplementedError", "OverflowError"}
    | {"StopIteration", "TypeError", "UnboundLocalError", "ValueError"}
    | {"ZeroDivisionError"}
)

OF_THE_GAME = frozenset(name for name in dir(Game) if not name.startswith("_"))
OF_TEXTS = frozenset(
    {"capitalize", "casefold", "center", "decode", "encode", "endswith", "find"}
    | {"format", "isalnum", "isalpha", "isdecimal", "isdigit", "islower", "isnumeric"}
    | {"isspace", "isupper", "join", "ljust", "lower", "lstrip", "partition"}
    | {"removeprefix", "removesuffix", "replace", "rfind", "rindex", "rjust"}
    | {"rpartition", "rsplit", "rstrip", "split", "splitlines", "startswith", "strip"}
    | {"swapcase", "title", "upper", "zfill"}
)
OF_CONTAINERS = frozenset(
    {"append", "clear", "copy", "count", "extend", "fromkeys", "get", "index"}
    | {"insert", "pop", "popitem", "remove", "reverse", "setdefault", "sort", "update"}
)
OF_NUMBERS = frozenset({"bit_length", "conjugate", "is_integer"})
METHODS = OF_THE_GAME | OF_TEXTS | OF_CONTAINERS | OF_NUMBERS
VIEWS = frozenset({"items", "keys", "values"})  # two of them subtracted are a set
CONSUMING = frozenset({"extend", "join", "update"})  # methods that run through one
ATTRIBUTES = frozenset({"data"})  # what is no method
LIKE_METHODS = METHODS - CONSUMING - VIEWS - {"format", "sort"}  # given values alone
LIKE_FIELDS = OF_THE_GAME | {  # whoever else has one of these has a value there
    *("end", "imag", "name", "real", "start", "step", "stop", "value"),
}


class _Record(NamedTuple):
    """One of a class whose base is `NamedTuple`."""


_KINDS = (
    *(int, float, complex, str, bytes, tuple, list, dict, range, slice, State, Game),
    *(type, type(None), type(...), type(NotImplemented), type(len), StandIn),
    *(vars(builtins)[name] for name in sorted(ERRORS)),
    *(_Record, property, staticmethod),
)
HELD = frozenset(name for kind in _KINDS for name in dir(kind))

OPERATORS = (
    *(ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow),
    *(ast.BitOr, ast.BitAnd, ast.BitXor, ast.LShift, ast.RShift),
    *(ast.UAdd, ast.USub, ast.Not, ast.Invert, ast.And, ast.Or),
)
COMPARISONS = (
    *(ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE),
    *(ast.In, ast.NotIn, ast.Is, ast.IsNot),
)


def is_no_builtin(name: str) -> bool:
    """Whether Python itself knows no such name, so that to ask for it is an error."""
    return not hasattr(builtins, name)


def is_never_held(attribute: str) -> bool:
    """Whether no value has such an attribute, so that to ask for it is an error."""
    return attribute not in HELD
