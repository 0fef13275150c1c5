"""Modules at random, made of right and wrong submissions and of Python's whole grammar.

The vocabulary is that of what is known to keep nothing, and that of what comes close to
it: attributes that reach a function's parts, names that reach all else, objects whose
text is an address.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from random import Random

from autograder.worker import harmless

MOST_EDITS = 4
MOST_BELIEVED = 300
DEEPEST = 3  # levels of what is put in
SHORT = (
    "def f(x):\n    return x\n",
    "def f(x, t=0):\n    d = {}\n    d[x] = t\n    return d\n",
    "def f(x):\n    g = [i for i in (1, x)]\n    return max(g, key=lambda i: i)\n",
    "def g(x):\n    return str(x)\ndef f(x):\n    return g([x, 1])\n",
    "def f(x):\n    try:\n        return {}[x]\n    except KeyError:\n        x\n",
    "def f(x):\n    for g in zip('ab', [x, 2]):\n        print(f'{g}')\n    return g\n",
    "N = -float('inf')\ndef f(x):\n    h = max if x else f\n    return N, h(x)\n",
    (
        "class C:\n    def __init__(self, n):\n        self.n = n\n"
        "    def up(self, by=1):\n        self.n += by\n        return self\n"
        "def f(x):\n    return C(1).up().n\n"
    ),
    (
        "from dataclasses import dataclass, field\n@dataclass\nclass C:\n"
        "    n: int = 0\n    below: list = field(default_factory=list)\n"
        "    def best(self):\n        return max([self.n, *self.below])\n"
        "def f(x):\n    c = C(below=[1])\n    c.below.append(2)\n"
        "    return c, c.best()\n"
    ),
    (
        "from typing import NamedTuple\nclass C(NamedTuple):\n    n: int\n"
        "    s: str = 'a'\n"
        "    @property\n    def t(self):\n        return self.s * self.n\n"
        "def f(x):\n    match C(2):\n        case C(n=n) as c:\n"
        "            return n, c.t, c\n"
    ),
)
MADE_BY_HAND = (  # what keeps something, or shows an address, one each
    "T = {}\ndef f(x): T[x] = len(T); return T[x]",
    "T = []\ndef f(x): T.append(x); return len(T)",
    "def f(x, t=[]): t.append(x); return len(t)",
    "def f(x, *, t={}): t[len(t)] = x; return len(t)",
    "def f(x: (T := [])): T.append(x); return len(T)",
    "def f(x) -> (T := []): T.append(x); return len(T)",
    "if __name__ == '__main__': 1\nelse: T = []\ndef f(x): T.append(x); print(T)",
    "x: (T := []) = 3\ndef f(x): T.append(x); return len(T)",
    "def f(x): f.n = getattr(f, 'n', 0) + 1; return f.n",
    "def f(x):\n match f:\n  case Callable(__globals__=G): print('n' in G); G['n'] = 1",
    "def f(x):\n match f:\n  case object(__dict__=G): print('n' in G); G['n'] = 1",
    "def f(x): g = (i for i in x); G = g.gi_frame.f_globals; print(G); G['n'] = 1",
    "def f(x): Callable.register(type(x)); return 1",
    "def f(x): return repr(iter([]))",
    "def f(x): return '{0.__init__}'.format([])",
    "def f(x): return '{}'.format(f)",
    "def f(x): return f'{f!r:>{9}}'",
    "def f(x): return '%s' % (lambda: x)",
    "def f(x): return str([f])",
    "def f(x): return str({'k': zip()})",
    "def f(x): return str([].append)",
    "def f(x): return max([f], key=str)",
    "def f(x): g = f; return str(g)",
    "def f(x): g, h = f, 1; return str(g)",
    "def g(h): return str(h)\ndef f(x): return g(f)",
    "def f(x): return str(dict(key=f))",
    "def f(x): d = dict; return str(d(key=f))",
    "def f(x): return list({f: 1, x: 2}.keys() | {})",
    "def f(x): return list({x, f, 'a'})",
    "def f(x): return id(x)",
    "def f(x): return hash(f)",
    "def f(x): global n; n = 1",
    "n = 0\ndef f(x): global n; n += 1; return n",
    "def h():\n n = 0\n def g():\n  nonlocal n; n += 1; return n\n return g\nf = h()",
    "def h():\n while 1: yield 1\nG = h()\ndef f(x): return next(G)",
    "G = iter(range(9))\ndef f(x): return next(G)",
    "G = (i for i in range(9))\ndef f(x): return next(G)",
    "class C: n = 0\ndef f(x): C.n += 1; return C.n",
    "class C: t = []\ndef f(x): C().t.append(1); return C().t",
    "class C:\n def __init__(self): self.n = 0\ndef f(x): return str(C())",
    "class C:\n def g(self): return self.g\ndef f(x): return str(C().g)",
    "class C:\n @staticmethod\n def g(): 1\ndef f(x): C().g.n = 1; return C().g.n",
    "class C:\n def __eq__(self, o): o.n = 1; return o.n\ndef f(x): return C() == f",
    "class C:\n def __call__(self, o): self.n = o; return o\ndef f(x): C()(iter(x))",
    "class C(NamedTuple): n: int = 1\ndef f(x): return C()._field_defaults",
    "class C:\n def __del__(self): print(1)\ndef f(x): C(); return 1",
    "def f(x):\n try: return 1 + f(x)\n except RecursionError: return 0",
    "def f(x):\n try: return 1 + f(x)\n except: return 0",
    "def f(x):\n n = 0\n try: n = 1 + f(x)\n finally: return n",
    "def f(x):\n try: [][f]\n except TypeError as e: return str(e)",
    "def f(x):\n try: {}[f]\n except KeyError as e: return str(e)",
    "def f(x):\n try: 1 / 0\n except ArithmeticError as e: print(e.__traceback__)",
    "def f(x):\n for g in [f, len]: print(g)",
    "def f(x): return [g for g in [f]]",
    "def f(x): print(f, file=x)",
    "def f(x): return type(x)",
    "def f(x): d = {}; print(d.get, d.keys, x)",
    "def f(x): return (lambda g: str(g))(f)",
    "def f(x): return (lambda *g, **h: str((g, h)))(f, k=f)",
    "def f(x): return [*map(str, [f])]",
    "def f(x): return list(map(iter, [[]]))",
    "def f(x): return sorted([f, len], key=repr)",
    "def f(x): return ''.join(str(i) for i in (zip(), map(len, [])))",
    "def f(x): (g := f); return str(g)",
    "def f(x): return str((g := (lambda: 1)))",
    "from math import *\ndef f(x): return str(sqrt)",
    "import math\ndef f(x): math.n = getattr(math, 'n', 0) + 1; return math.n",
    "def f(x): del f.n",
    "def f(x):\n with x as y: return y",
    "async def f(x): return await x",
    "@staticmethod\ndef f(x): return str(f)",
)
GRAMMAR = {  # what a word in capitals may become
    "E": (
        *("NAME", "NAME", "NAME", "LITERAL", "NAME(E)", "NAME(E, E)", "NAME(*E)"),
        *("NAME(KEY=E)", "NAME(E, KEY=E)", "NAME(**E)", "E.ATTRIBUTE", "E.METHOD()"),
        *("E.METHOD(E)", "E.METHOD(E, KEY=E)", "E(E)", "E[E]", "E[E:]", "(E OP E)"),
        *("(E IS E)", "(not E)", "(-E)", "(E or E)", "(E if E else E)", "(NAME := E)"),
        *("(lambda NAME: E)", "(lambda a=E: E)", "[E, E]", "(E, E)", "(E,)", "{E: E}"),
        *("{E, E}", "[*E, E]", "{**E}", "[E for NAME in E]", "(E for NAME in E if E)"),
        *("{E for NAME in E}", "{E: E for NAME in E}", "f'{E}'", "f'{E!r:>{E}}'"),
        *("'%s' % (E,)", "'{}'.format(E)", "'{0.ATTRIBUTE}'.format(E)", "str(E)"),
        *("repr(E)", "list(E)", "max(E, key=E)", "map(E, E)", "iter(E)", "(yield E)"),
    ),
    "S": (
        *("print(E)", "print(E)", "return E", "return str(E)", "NAME = E", "NAME = E"),
        *("NAME, *h = E", "E[E] = E", "E.ATTRIBUTE = E", "NAME OP= E", "NAME: E = E"),
        *("NAME: E", "E", "del NAME", "del E[E]", "global NAME", "nonlocal NAME"),
        *("raise E", "assert E, E", "from MODULE import PART", "import MODULE as NAME"),
        *("for NAME in E:\n S", "if E:\n S", "while E:\n S\n break", "S\nS"),
        *("if TYPE_CHECKING:\n S\nelse:\n S", "with E as NAME:\n S", "class C:\n S"),
        *("if __name__ == '__main__':\n S\nelse:\n S", "try:\n S\nfinally:\n S"),
        *("try:\n S\nexcept ERROR as e:\n S", "match E:\n case PATTERN:\n  S"),
        *("def NAME(x):\n S", "def NAME(x, t=E):\n S", "def g(x: E) -> E:\n S"),
        *("async def NAME(x):\n S", "@E\ndef NAME(x):\n S", "def g(*x, **k):\n S"),
    ),
    "PATTERN": (
        *("NAME", "(NAME, *g)", "{'k': NAME, **h}", "CLASS(ATTRIBUTE=NAME)"),
        *("CLASS(NAME)", "CLASS()", "x.ATTRIBUTE", "1 | None", "[NAME, 'max']"),
    ),
    "CLASS": ("Callable", "State", "int", "list", "object", "str"),
    "LITERAL": (
        *("0", "1", "-1", "0.5", "True", "None", "''", "'max'", "'%s'", "b'x'", "..."),
        *("'{}'", "'{0.__class__}'", "float('inf')", "[]", "{}", "()"),
    ),
    "OP": ("+", "-", "*", "/", "//", "%", "**", "@", "|", "&", "^", "<<"),
    "IS": ("==", "!=", "<", ">=", "in", "not in", "is", "is not"),
    "KEY": ("key", "default", "file", "end", "sep", "reverse", "start", "strict"),
    "METHOD": tuple(sorted(harmless.METHODS | harmless.VIEWS)),
    "ATTRIBUTE": (
        *("__call__", "__class__", "__closure__", "__code__", "__defaults__"),
        *("__dict__", "__globals__", "__init__", "__name__", "__self__"),
        *("__traceback__", "_handle", "_view", "add_note", "args", "best", "cache"),
        *("data", "f_back", "f_globals", "f_locals", "gi_frame", "mro", "name", "obj"),
        *("register", "tb_frame", "value", "with_traceback"),
    ),
    "ERROR": (
        *("AttributeError", "BaseException", "Exception", "KeyError", "NameError"),
        *("RecursionError", "TypeError", "ValueError", "(KeyError, E)"),
    ),
    "MODULE": ("abc", "autograder.game", "collections.abc", "math", "sys", "typing"),
    "PART": ("*", "ALL", "Any", "Callable", "Game", "MAX", "State", "inf", "modules"),
}
BORDER = (  # names that are known to harm, or not known
    *("__builtins__", "__import__", "__name__", "breakpoint", "bytearray", "callable"),
    *("compile", "delattr", "dir", "eval", "exec", "frozenset", "getattr", "globals"),
    *("hasattr", "hash", "help", "id", "input", "issubclass", "license", "locals"),
    *("memoryview", "object", "open", "property", "quit", "set", "setattr", "super"),
    *("type", "vars", "BaseException", "Callable", "Game", "State", "TYPE_CHECKING"),
    *("math", "inf", "nobody"),
)
NEWER = (  # statements of later grammars
    *(("try:\n S\nexcept* ERROR as e:\n S",) if sys.version_info >= (3, 11) else ()),
    *(("type T = E", "def f[T: E](x):\n S") if sys.version_info >= (3, 12) else ()),
)
NO_MODULE = (  # as each version of Python says it
    *(AttributeError, LookupError, RecursionError, SyntaxError, ValueError),
)
KNOWN = tuple(sorted(harmless.CALLABLE | harmless.MAKERS))
WORD = re.compile(r"\b(?:NAME|" + "|".join(GRAMMAR) + r")\b")


class Maker:
    """Makes modules of those given, all choices by one source of randomness."""

    def __init__(self, random: Random, modules: Sequence[str]) -> None:
        self.random = random
        self.modules = (*modules, *SHORT, *MADE_BY_HAND)
        self.believed = list(SHORT)
        self.parts = tuple(set(map(ast.unparse, _expressions(self.modules))))
        self.names: tuple[str, ...] = ()

    def believe(self, module: str) -> None:
        """Let more be made of this one."""
        if len(self.believed) < MOST_BELIEVED:
            self.believed.append(module)
        else:
            place = self.random.randrange(len(SHORT), MOST_BELIEVED)
            self.believed[place] = module

    def module(self) -> str:
        """One more, which can be compiled; most of them run."""
        while True:
            among = self.believed if self.random.random() < 0.7 else self.modules
            text = self.random.choice(among)
            if self.random.random() < 0.3:
                text += f"\n{self.random.choice(MADE_BY_HAND)}\n"
            with suppress(*NO_MODULE):
                text = self.edited(text)
                compile(text, "module", "exec")
                return text

    def edited(self, text: str) -> str:
        """A module with some parts replaced, and some put in."""
        tree = ast.parse(text)
        names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        self.names = ("f", "x", *sorted(names))
        for _ in range(self.random.randint(1, MOST_EDITS)):
            edit = self.random.choice((self.insert, self.replace, self.rename))
            edit(list(ast.walk(tree)))
        return ast.unparse(ast.fix_missing_locations(tree))

    def insert(self, nodes: list[ast.AST]) -> None:
        """Put a statement somewhere."""
        held = [getattr(node, "body", None) for node in nodes]
        body = self.random.choice([each for each in held if isinstance(each, list)])
        place = self.random.randint(0, len(body))
        form = self.random.choice((*GRAMMAR["S"], *NEWER))
        body[place:place] = ast.parse(self.text(form)).body

    def replace(self, nodes: list[ast.AST]) -> None:
        """Put an expression in the place of another, or around it."""
        node, field, index = self.random.choice(list(_places(nodes)))
        held = getattr(node, field)
        before = ast.unparse(held if index is None else held[index])
        text = self.text("E")
        if self.random.random() < 0.4:
            text = self.text(
                self.random.choice(("str(THIS)", "[THIS]", "(E, THIS)[1]"))
            )
            text = text.replace("THIS", before)
        after = ast.parse(f"({text})", mode="eval").body
        if index is None:
            setattr(node, field, after)
        else:
            held[index] = after

    def rename(self, nodes: list[ast.AST]) -> None:
        """Change a name, or an attribute."""
        fields = ((ast.Name, "id"), (ast.arg, "arg"), (ast.Attribute, "attr"))
        kind, field = self.random.choice(fields)
        named = [node for node in nodes if isinstance(node, kind)]
        if named:
            word = "METHOD" if field == "attr" else "NAME"
            setattr(self.random.choice(named), field, self.text(word))

    def text(self, form: str, depth: int = DEEPEST) -> str:
        """What a form of the grammar comes to."""
        return WORD.sub(lambda word: self.word(word.group(), depth), form)

    def word(self, word: str, depth: int) -> str:
        """What one of its words comes to."""
        if word == "NAME":
            others = (BORDER, KNOWN, ("f", "g", "h", "i", "x"))
            return self.random.choice(self.random.choice((self.names, *others)))
        if word == "E" and depth <= 0:
            return self.text(self.random.choice(("NAME", "LITERAL")))
        if word == "S" and depth <= 0:
            return "pass"
        if word == "E" and self.random.random() < 0.2:
            return f"({self.random.choice(self.parts)})"
        text = self.text(self.random.choice(GRAMMAR[word]), depth - 1)
        return text.replace("\n", "\n ") if word == "S" else text


def _expressions(modules: Sequence[str]) -> Iterator[ast.expr]:
    """All expressions of modules that are read and not assigned to."""
    nodes = [node for each in modules for node in ast.walk(ast.parse(each))]
    yield from (
        node for node, field, i in _places(nodes) for node in [_at(node, field, i)]
    )


def _at(node: ast.AST, field: str, index: int | None) -> ast.expr:
    held = getattr(node, field)
    part: ast.expr = held if index is None else held[index]
    return part


def _places(nodes: Sequence[ast.AST]) -> Iterator[tuple[ast.AST, str, int | None]]:
    """Where an expression stands that is read: in a field, or in a list there."""
    for node in nodes:
        for field, held in ast.iter_fields(node):
            several: list[tuple[int | None, object]] = [(None, held)]
            if isinstance(held, list):
                several = list(enumerate(held))
            for index, each in several:
                is_read = isinstance(getattr(each, "ctx", ast.Load()), ast.Load)
                if isinstance(each, ast.expr) and is_read:
                    yield node, field, index
