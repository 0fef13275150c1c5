"""A program as its functions, by name: to take some of one and some of another."""

from __future__ import annotations
import __future__

import ast
import builtins
import sys
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

FUTURE = __future__.annotations.compiler_flag  # no annotation is ever evaluated
KEPT = 1 << 14  # functions whose code is kept: many programs share them

Functions = Mapping[str, ast.FunctionDef]


@dataclass(frozen=True, slots=True, eq=False)
class Program:
    """Functions by name, and the statements that stand before them."""

    functions: Functions
    prelude: tuple[ast.stmt, ...] = ()

    def functions_called_from(self, *names: str) -> tuple[str, ...]:
        """The functions that these call, themselves and what is called from there."""
        found = dict.fromkeys(name for name in names if name in self.functions)
        waiting = list(found)
        while waiting:
            for name in _globals(self.functions[waiting.pop()]):
                if name in self.functions and name not in found:
                    waiting.append(name)
                    found[name] = None
        return tuple(name for name in self.functions if name in found)

    def functions_that_differ(self, other: Program) -> tuple[str, ...]:
        """The functions that are other than those of another program."""
        return tuple(
            name
            for name, function in self.functions.items()
            if (others := other.functions.get(name)) is not function
            and (others is None or _dump(function) != _dump(others))
        )

    def with_functions(self, functions: Functions, *others: Program) -> Program:
        """The program with these functions, and what others have before theirs."""
        preludes = (self.prelude, *(other.prelude for other in others))
        every = {ast.dump(s): s for prelude in preludes for s in prelude}
        return Program({**self.functions, **functions}, tuple(every.values()))

    def without_uncalled(self, *names: str) -> Program:
        """Without the functions that none of these calls."""
        functions = {
            name: self.functions[name] for name in self.functions_called_from(*names)
        }
        used = {name for function in functions.values() for name in _globals(function)}
        prelude = [  # without the constants for which nobody asks
            s
            for s in self.prelude
            if not isinstance(s, ast.Assign)
            or used & {n.id for n in s.targets if isinstance(n, ast.Name)}
        ]
        return Program(functions, tuple(prelude))

    def is_complete(self) -> bool:
        """Whether each function compiles, and each name that it uses is known."""
        nodes = [node for statement in self.prelude for node in ast.walk(statement)]
        known = {*self.functions, *vars(builtins)}
        known |= {n.asname or n.name for n in nodes if isinstance(n, ast.alias)}
        known |= {n.name for n in nodes if isinstance(n, ast.ClassDef)}
        known |= {n.id for n in nodes if isinstance(n, ast.Name)}
        try:
            return all(known.issuperset(_globals(f)) for f in self.functions.values())
        except SyntaxError:
            return False

    def module(self, name: str) -> ModuleType:
        """The program as a module that can be called."""
        module = ModuleType(name)
        namespace: dict[str, Any] = vars(module)
        with _imported(module):
            for statement in self.prelude:
                exec(_code(statement), namespace)  # noqa: S102 - the reference's
        for function in self.functions.values():
            exec(_code(function), namespace)  # noqa: S102 - the reference's own
        return module

    def text(self) -> str:
        """The program as a file, without a docstring."""
        blocks: list[list[ast.stmt]] = [[*self.prelude]]
        blocks += [[function] for function in self.functions.values()]
        texts = [ast.unparse(ast.Module(block, [])) for block in blocks if block]
        return "\n\n\n".join(texts) + "\n"


@contextmanager
def _imported(module: ModuleType) -> Iterator[None]:
    """As if it were being imported: a dataclass asks for the module it stands in."""
    before = sys.modules.get(module.__name__)
    sys.modules[module.__name__] = module
    try:
        yield
    finally:
        if before is None:
            del sys.modules[module.__name__]
        else:
            sys.modules[module.__name__] = before


def read(path: Path) -> Program:
    """The program of a file; OSError or SyntaxError where it has none."""
    return parse(path.read_text(encoding="utf-8"))


def parse(text: str) -> Program:
    """The program of a module's text; SyntaxError where it is none."""
    body = ast.parse(text).body
    functions = {s.name: s for s in body if isinstance(s, ast.FunctionDef)}
    rest = tuple(s for s in body if not isinstance(s, ast.FunctionDef | ast.Expr))
    return Program(functions, rest)


@lru_cache(KEPT)
def _dump(function: ast.FunctionDef) -> str:
    """A function without what is only told of it."""
    told = ast.get_docstring(function) is not None
    return ast.dump(function.args) + "".join(map(ast.dump, function.body[told:]))


@lru_cache(KEPT)
def _globals(function: ast.FunctionDef) -> frozenset[str]:
    """The names that a function looks up outside of itself."""
    names = {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}
    found: set[str] = set()
    waiting = [part for part in _code(function).co_consts if isinstance(part, CodeType)]
    while waiting:
        code = waiting.pop()
        waiting += [part for part in code.co_consts if isinstance(part, CodeType)]
        own = (*code.co_varnames, *code.co_cellvars, *code.co_freevars)
        found |= names.intersection(code.co_names).difference(own)
    return frozenset(found)


@lru_cache(2 * KEPT)
def _code(statement: ast.stmt) -> CodeType:
    tree = ast.Module([statement], [])
    with warnings.catch_warnings():  # of what a mistake makes of a right program
        warnings.simplefilter("ignore", SyntaxWarning)
        code: CodeType = compile(tree, "<program>", "exec", FUTURE, dont_inherit=True)
    return code
