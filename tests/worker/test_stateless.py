"""Modules that can keep nothing between calls, and others: told by their text."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from autograder.commands.bundle import RUN_ALONE
from autograder.game import State, View
from autograder.project import PROJECT as ROOT
from autograder.worker.serve import Game
from autograder.worker.standin import StandIn
from autograder.worker.stateless import is_stateless
from tests.cases import for_each

LEAST_KNOWN = {"reference": 0.87, "tests/submissions": 0.6}

HEAD = "from math import inf\n"
SEARCH = """
def max_value(game, state, alpha=-inf, beta=inf):
    if game.is_terminal(state):
        return game.utility(state)
    best, seen = -inf, {}
    for action, child in game.successors(state):
        seen[action] = min_value(game, child, alpha, beta)
        best = max(best, seen[action])
    return best
"""


def judged(text: str) -> bool:
    """What is said of a search with this beside it."""
    return is_stateless((HEAD + SEARCH + text).encode())


@for_each(
    "path",
    [
        ROOT / folder / f"{module}.py"
        for folder in ("reference", "student_template")
        for module in ("minimax", "alpha_beta", "expectimax", "max_n")
    ],
)
def test_the_projects_own_modules_keep_nothing(path: Path) -> None:
    """And so does what students make of the template."""
    assert is_stateless(path.read_bytes())


KEEPS_NOTHING = {
    "nothing else": "",
    "a constant": "LARGEST = -float('inf')\nNAMES = 'max'\n",
    "a table of its own": "def f(x):\n    t = {}\n    t[x] = 1\n    return t\n",
    "a lambda": "def f(x):\n    return max(x, key=lambda pair: pair[0])\n",
    "a function in a function": "def f(x):\n    def g():\n        return x\n    g()\n",
    "prints": "def f(x):\n    print(x)\n",
    "types": "from typing import Optional\nfrom autograder.game import Game, State\n",
    "the whole of math": "import math\nINFINITY = math.inf\n",
    "what a script does": "if __name__ == '__main__':\n    print(max_value)\n",
    "what a reader of types does": (
        "from typing import TYPE_CHECKING\n"
        "if TYPE_CHECKING:\n    from autograder.game import Game\n"
    ),
    "another name for a float": "from math import pi as float\n",
    "a constant made of others": "import math\nBOUNDS = (-math.inf, 2 * 3 + 1)\n",
    "another name of a function": "search = max_value\n",
    "a type that is worked out": "def f(x: 'int') -> list[int] | None:\n    pass\n",
    "a counter of one call": (
        "def f(x):\n    n = 0\n"
        "    def g():\n        nonlocal n\n        n += 1\n    g()\n    return n\n"
    ),
    "a choice of functions": "def f(x):\n    g = max if x else min\n    return g(x)\n",
    "a choice of its own": "def f(x):\n    g = f if x else judge\n    return g(x)\n",
    "a table's best": "def f(d):\n    return max(d, key=d.get)\n",
    "a table's items": "def f(d):\n    return [k for k, v in d.items() if v]\n",
    "a set to look in": "def f(x):\n    return x in {'max', 1}\n",
    "one of a kind": "def f(x):\n    return x is None or x is max\n",
    "texts": "def f(x):\n    print(f'{x!r:>{9}}', '{:.2f}'.format(x), '%s' % x)\n",
    "a match": (
        "def f(x):\n    match x:\n        case ('max', *rest) | [*rest]:\n"
        "            return rest\n        case {'k': str(t), **d}:\n            1\n"
        "        case int() | None:\n            return 1\n"
    ),
    "an error of its own": (
        "def f(x):\n    try:\n        return {}[x]\n"
        "    except (KeyError, TypeError) as e:\n        raise ValueError(x) from e\n"
    ),
    "a name that nobody has": "def f(x):\n    return infinity + x\n",
    "a method that nobody has": "def f(game, x):\n    return game.children(x).best\n",
    "parentheses forgotten": "def f(g):\n    if g.is_terminal:\n        max_value\n",
    "a name of Python's own": "def f(max, id):\n    return max\n",
    "what a stub does that is run": RUN_ALONE,
    "a program's last part": "if __name__ == '__main__':\n    import sys\n    T = []\n",
    "something taken away": "def f(d):\n    del d[0], d\n",
}


NODE = """
class Node:
    __slots__ = ("parent", "state", "visits", "_worth")
    LIMIT = 100

    def __init__(self, state, parent=None):
        self.state, self.parent = state, parent
        self.visits = self._worth = 0

    def add(self, worth):
        self.visits += 1
        self._worth += worth
        if self.parent is not None and self.visits < Node.LIMIT:
            self.parent.add(worth)

    @property
    def mean(self):
        return self._worth / self.visits

    @staticmethod
    def first(state):
        return Node(state)
"""
DATACLASS = """
from dataclasses import dataclass, field

@dataclass(order=True, slots=True)
class Move:
    \"\"\"A move and what it is worth.\"\"\"
    value: float
    action: str = field(default="", compare=False)
    below: list["Move"] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.value = float(self.value)

    def best(self) -> "Move":
        return max(self.below)
"""
RECORD = """
from typing import NamedTuple

class Rated(NamedTuple):
    value: float
    action: str | None = None
"""
KEEPS_NOTHING_IN_CLASSES = {
    "an error that leaves a search": (
        "class C(Exception):\n    'Says so.'\ndef f(x):\n    try:\n        raise C\n"
        "    except C:\n        return x\n"
    ),
    "an error with a value": (
        "class C(Exception):\n    pass\ndef f(x):\n    try:\n        raise C(x)\n"
        "    except (C, KeyError):\n        return str(C(x))\n"
    ),
    "a node of a tree": NODE + "def f(s):\n    n = Node.first(s)\n    n.add(1)\n",
    "its property": NODE + "def f(s):\n    return Node(s).mean\n",
    "a dataclass": DATACLASS + "def f(x):\n    m = Move(1, 'a')\n    m.value = 2\n",
    "a dataclass that is shown": DATACLASS + "def f(x):\n    print(f'{Move(1)}')\n",
    "a dataclass without choices": DATACLASS.replace("(order=True, slots=True)", ""),
    "a record": RECORD + "def f(x):\n    return str(Rated(1)), Rated(2).value\n",
    "a record taken apart": RECORD
    + (
        "def f(x):\n    match x:\n        case Rated(value=v):\n            return v\n"
        "    return isinstance(x, Rated)\n"
    ),
    "a class that is called like a function": (
        "class C:\n    def __init__(self, n):\n        self.n = n\n"
        "    def __call__(self, m):\n        return self.n + m\n"
        "def f(x):\n    return C(1)(2), [*map(C, [1])]\n"
    ),
    "a class that tells how it looks": (
        "class C:\n    def __init__(self, n):\n        self.n = n\n"
        "    def __repr__(self):\n        return f'C({self.n})'\n"
        "def f(x):\n    print(C(1))\n"
    ),
    "a class that compares": (
        "class C(object):\n    n: int = 0\n    def __lt__(self, other):\n"
        "        return self.n < other.n\ndef f(x):\n    return min(C(), C())\n"
    ),
    "a constant of a class": "class C:\n    MOST = 3\ndef f(x):\n    return C.MOST\n",
    "an attribute of the game": NODE + "def f(game):\n    game.visits = 1\n",
}


@for_each("text", KEEPS_NOTHING_IN_CLASSES.values())
def test_instances_that_live_in_a_call_alone_are_known(text: str) -> None:
    """What is made of a class that nothing can change ends with the call."""
    assert judged(text)


@for_each("thing", ["game", "state", "method"])
def test_what_is_handed_out_takes_no_attribute(thing: str) -> None:
    """So that nobody finds there what an earlier call has left."""
    game = Game(lambda _: View("max", (), 1))
    given: dict[str, Any] = {
        "game": game,
        "state": State(game, 0, "A"),
        "method": game.utility,
    }
    with pytest.raises(AttributeError):
        given[thing].visits = 1


@for_each("text", KEEPS_NOTHING.values())
def test_what_lives_in_a_call_alone_is_known(text: str) -> None:
    """A call cannot leave anything where another would find it."""
    assert judged(text)


MAY_KEEP = {
    "a table": "TABLE = {}\n",
    "a list": "LIST = []\n",
    "an object": "import collections\nTABLE = collections.defaultdict(int)\n",
    "a global": "def f(x):\n    global best\n    best = x\n",
    "a default": "def f(x, table={}):\n    return table\n",
    "a default by name": "def f(*, table=[]):\n    return table\n",
    "a default of a lambda": "def f(x):\n    return lambda y, t=[]: t\n",
    "an attribute of a function": "def f(x):\n    f.best = x\n",
    "an attribute, by name": "def f(x):\n    setattr(f, 'best', x)\n",
    "what a function is made of": "def f(x):\n    return f.__dict__\n",
    "all names": "def f(x):\n    globals()['best'] = x\n",
    "a decorator": "from functools import cache\n@cache\ndef f(x):\n    return x\n",
    "a class with a table": "class C:\n    table = {}\n",
    "a class whose fields have a table": "class C:\n    table: dict = {}\n",
    "a record with a table": (
        "from typing import NamedTuple\nclass C(NamedTuple):\n    t: list = []\n"
    ),
    "a counter of a class": (
        "class C:\n    n = 0\n    def __init__(self):\n        C.n += 1\n"
    ),
    "a counter of a class, from outside": (
        "class C:\n    n = 0\ndef f(x):\n    C.n = x\n"
    ),
    "a class by its instance": (
        "class C:\n    n = 0\ndef f(x):\n    x.__class__.n = 1\n"
    ),
    "a class by its type": "class C:\n    n = 0\ndef f(x):\n    type(x).n = 1\n",
    "a class by its method": (
        "class C:\n    n = 0\n    @classmethod\n    def f(cls):\n        cls.n = 1\n"
    ),
    "a class in a variable": (
        "class C:\n    n = 0\ndef f(x):\n    D = C\n    D.n = 1\n"
    ),
    "a class in a list": (
        "class C:\n    n = 0\ndef f(x):\n    for D in [C]:\n        D.n = 1\n"
    ),
    "a class as an argument": (
        "class C:\n    n = 0\ndef g(x):\n    x.n = 1\ndef f(x):\n    g(C)\n"
    ),
    "another name of a class": "class C:\n    n = 0\nD = C\n",
    "an instance of the module": "class C:\n    n = 0\nONE = C()\n",
    "an instance as a default": "class C:\n    n = 0\ndef f(x, c=C()):\n    c.n = x\n",
    "a default of a method": (
        "class C:\n    def f(self, t=[]):\n        t.append(1)\n"
    ),
    "a method's attribute": (
        "class C:\n    def g(self):\n        C.g.n = 1\ndef f(x):\n    x.n = 1\n"
    ),
    "a method's attribute, by an instance": (
        "class C:\n    @staticmethod\n    def g():\n        1\n"
        "def f(x):\n    C().g.n = 1\n"
    ),
    "a method that elsewhere is a property": (
        "class C:\n    @staticmethod\n    def g():\n        1\n"
        "class D:\n    @property\n    def g(self):\n        return 1\n"
        "def f(x):\n    x.g.n = 1\n"
    ),
    "a method that elsewhere is a field": (
        "class C:\n    @staticmethod\n    def g():\n        1\n"
        "class D:\n    g: int = 0\ndef f(x):\n    x.g.n = 1\n"
    ),
    "a method that is held": (
        "class C:\n    def g(self):\n        return 1\ndef f(x):\n    return [C().g]\n"
    ),
    "what a class is made of": "class C:\n    n = 0\ndef f(x):\n    C.__dict__\n",
    "what an instance is made of": (
        "class C:\n    n = 0\ndef f(x):\n    return x.__dict__\n"
    ),
    "an attribute by its name": (
        "class C:\n    n = 0\ndef f(x):\n    object.__setattr__(C, 'n', x)\n"
    ),
    "defaults of a record": (
        "from typing import NamedTuple\nclass C(NamedTuple):\n    n: int = 0\n"
        "class D:\n    _field_defaults = 1\n"
        "def f(x):\n    C()._field_defaults['n'] = x\n"
    ),
    "a metaclass": "class C(metaclass=abs):\n    n = 0\n",
    "a base of one's own": "class C:\n    n = 0\nclass D(C):\n    m = 0\n",
    "a base that keeps a registry": (
        "from collections.abc import Sequence as NamedTuple\n"
        "class C(NamedTuple):\n    n = 0\n"
    ),
    "a base of another meaning": (
        "from typing import NamedTuple\nfrom typing import Any as NamedTuple\n"
        "class C(NamedTuple):\n    n: int\n"
    ),
    "an error": "class C(ValueError):\n    pass\n",
    "an error with a field": "class C(Exception):\n    n = []\n",
    "an error with a method": (
        "class C(Exception):\n    def __init__(self, n):\n        self.n = n\n"
    ),
    "an error whose class is given a field": (
        "class C(Exception):\n    pass\ndef f(x):\n    C.n = x\n"
    ),
    "an error of one's own that is given a field": (
        "class C(Exception):\n    pass\ndef f(x):\n    try:\n        raise C\n"
        "    except C as e:\n        e.n = x\n"
    ),
    "an error of one's own, and where it was raised": (
        "class C(Exception):\n    pass\ndef f(x):\n    try:\n        raise C\n"
        "    except C as e:\n        return e.__traceback__\n"
    ),
    "an error that catches all": "class C(BaseException):\n    pass\n",
    "an error that is decorated": "@abs\nclass C(Exception):\n    pass\n",
    "an error of two kinds": "class C(Exception, ValueError):\n    pass\n",
    "an error of another meaning": (
        "from typing import Any as Exception\nclass C(Exception):\n    pass\n"
    ),
    "an error in a variable": "class C(Exception):\n    pass\nD = C\n",
    "a class for others": (
        "class C:\n    n = 0\n    def __init_subclass__(cls):\n        cls.n = 1\n"
    ),
    "what happens at an end": ("class C:\n    def __del__(self):\n        print(1)\n"),
    "any attribute": ("class C:\n    def __getattr__(self, name):\n        return 1\n"),
    "an instance that is made elsewhere": (
        "class C:\n    def __new__(cls):\n        return 1\n"
    ),
    "a cache of a property": (
        "from functools import cached_property\nclass C:\n"
        "    @cached_property\n    def f(self):\n        return 1\n"
    ),
    "a cache of a method": (
        "from functools import cache\nclass C:\n"
        "    @cache\n    def f(self):\n        return 1\n"
    ),
    "a decorator of a class": (
        "def keep(c):\n    return c\n@keep\nclass C:\n    n = 0\n"
    ),
    "another dataclass": (
        "def dataclass(c):\n    return c\n@dataclass\nclass C:\n    n = 0\n"
    ),
    "another field": (
        "def field(default):\n    return []\nfrom dataclasses import dataclass\n"
        "@dataclass\nclass C:\n    n: int = field(default=1)\n"
    ),
    "another property": (
        "def property(f):\n    return f\nclass C:\n"
        "    @property\n    def g(self):\n        1\n"
    ),
    "fields of a dataclass": (
        "from dataclasses import fields\ndef f(x):\n    return fields(x)\n"
    ),
    "a factory of one's own": (
        "from dataclasses import dataclass, field\ndef make():\n    return []\n"
        "@dataclass\nclass C:\n    n: list = field(default_factory=make)\n"
    ),
    "a set of a field": (
        "from dataclasses import dataclass, field\n"
        "@dataclass\nclass C:\n    n: set = field(default_factory=set)\n"
    ),
    "a loop in a class": "class C:\n    for n in range(3):\n        pass\n",
    "a table in an annotation of a class": "class C:\n    n: (T := [])\n",
    "a class in a function": "def f(x):\n    class C:\n        n = 0\n    return C\n",
    "a class in a class": "class C:\n    class D:\n        n = 0\n",
    "a function that an instance is compared with": (
        "class C:\n    def __eq__(self, other):\n        other.n = 1\n"
        "        return True\ndef f(x):\n    return C() == f\n"
    ),
    "a method that an instance is compared with": (
        "class C:\n    def __lt__(self, other):\n        return str(other)\n"
        "def f(x):\n    return [].append > C()\n"
    ),
    "an iterator that an instance is given": (
        "class C:\n    def __call__(self, g):\n        self.g = g\n"
        "def f(x):\n    C()(i for i in x)\n"
    ),
    "a method that consumes": (
        "class C:\n    def update(self, g):\n        self.g = g\n"
        "def f(x):\n    C().update(i for i in x)\n"
    ),
    "parts of a generator": (
        "class C:\n    gi_frame = 0\n    def update(self, g):\n"
        "        g.gi_frame.f_globals['n'] = 1\n"
    ),
    "an error that is given a field": (
        "class C:\n    n = 0\ndef f(x):\n    try:\n        x()\n"
        "    except ValueError as e:\n        e.n = 1\n"
    ),
    "what lies behind a state": (
        "class C:\n    _game = 0\ndef f(x):\n    x._game._fetch = 1\n"
    ),
    "the address of an instance": (
        "class C:\n    n = 0\ndef f(x):\n    return str(C())\n"
    ),
    "the address of an instance in a list": (
        "class C:\n    n = 0\ndef f(x):\n    print([C()])\n"
    ),
    "the address of an instance in a text": (
        "class C:\n    n = 0\ndef f(x):\n    return f'{C()}'\n"
    ),
    "the address of an instance by %": (
        "class C:\n    n = 0\ndef f(x):\n    return '%s' % C()\n"
    ),
    "the address of an instance by %=": (
        "class C:\n    n = 0\ndef f(x):\n    x %= C()\n    return x\n"
    ),
    "the address of an instance by format": (
        "class C:\n    n = 0\ndef f(x):\n    return '{}'.format(C())\n"
    ),
    "the address of an instance as an order": (
        "class C:\n    n = 0\ndef f(x):\n    return sorted([C(), C()], key=str)\n"
    ),
    "the address of an instance in an error": (
        "class C:\n    n = 0\ndef f(x):\n    try:\n        return [].index(C())\n"
        "    except ValueError as e:\n        return e\n"
    ),
    "the address of a dataclass": (
        "from dataclasses import dataclass\n@dataclass(repr=False)\nclass C:\n"
        "    n: int = 0\ndef f(x):\n    return str(C())\n"
    ),
    "an address where only a text is told": (
        "class C:\n    def __str__(self):\n        return 'C'\n"
        "def f(x):\n    return str([C()])\n"
    ),
    "a generator": "def f():\n    yield 1\nG = f()\n",
    "a generator that is never done": "def f():\n    yield 1\n",
    "a module of one's own": "import helper\n",
    "a neighbour": "from . import helper\n",
    "a closure": ("def g():\n    n = []\n    return lambda x: n.append(x)\nf = g()\n"),
    "an iterator of the module": "G = iter((1, 2))\ndef f():\n    return next(G)\n",
    "an error of the module": "E = ValueError()\ndef f(x):\n    raise E\n",
    "a descriptor": "class C:\n    def __get__(self, x, y):\n        return 1\n",
    "a descriptor that is named": (
        "class C:\n    def __set_name__(self, x, y):\n        self.n = y\n"
    ),
    "a class that hears of others": (
        "class C:\n    def __init_subclass__(cls):\n        cls.n = 1\n"
    ),
    "a class that is asked like a table": (
        "class C:\n    def __class_getitem__(cls, x):\n        return x\n"
    ),
    "members of an enumeration": "from enum import Enum\nclass C(Enum):\n    A = 1\n",
    "what Python warns of": "import warnings\n",
    "all modules": "import sys\ndef f(x):\n    sys.modules['n'] = x\n",
    "Python's own names": "import builtins\ndef f(x):\n    builtins.n = x\n",
    "Python's own names, as they are": "def f(x):\n    __builtins__['n'] = x\n",
    "the module of numbers, in a variable": (
        "import math\nclass C:\n    def __init__(self):\n        self.n = 1\n"
        "def g(m):\n    m.n = 1\ndef f(x):\n    g(math)\n"
    ),
    "lots": "import random\n",
    "the clock": "from time import time\n",
    "addresses": "def f(x):\n    return id(x)\n",
    "the order of a set": "def f(x):\n    return list({x, 'a', 'b'})\n",
    "the order of a set by name": "def f(x):\n    return list(set(x))\n",
    "files": "def f(x):\n    return open('x').read()\n",
    "an import by name": "def f(x):\n    return __import__('random')\n",
    "a function where types are expected": "from typing import overload\n",
    "a trusted name": "TYPE_CHECKING = 1\nif TYPE_CHECKING:\n    T = []\n",
    "another float": "def float(x):\n    return []\nT = float('1')\n",
    "a float of another name": "from math import pi as float\nT = float('1')\n",
    "a loop at the import": "for x in range(3):\n    pass\n",
    "an expression at the import": "print('hello')\n",
    "an attribute of the game": "def f(game):\n    game.best = 1\n",
    "another condition": "if 1:\n    T = []\n",
    "what a script does else": "if __name__ == '__main__':\n    1\nelse:\n    T = []\n",
    "a table in an annotation": "def f(x: (T := [])):\n    return T\n",
    "a table in what is returned": "def f(x) -> (T := []):\n    return T\n",
    "a table in a bare annotation": "x: (T := [])\n",
    "a name that is only announced": "exec: int\ndef f(x):\n    exec('n = 1')\n",
    "a name that is only read": (
        "if __name__ == '__main__':\n    exec = 1\ndef f(x):\n    exec('n = 1')\n"
    ),
    "a function's parts by a pattern": (
        "from typing import Callable\ndef f(x):\n    match f:\n"
        "        case Callable(__globals__=G):\n            G['n'] = 1\n"
    ),
    "an attribute by a pattern": (
        "def f(x):\n    match x:\n        case int(real=r):\n            return r\n"
    ),
    "a class of its own in a pattern": (
        "def f(x):\n    match x:\n        case f(t):\n            return t\n"
    ),
    "an abstract class": (
        "from collections.abc import Sequence\ndef f(x):\n    Sequence.register(x)\n"
    ),
    "a debugger": "def f(x):\n    breakpoint()\n",
    "a page of text": "def f(x):\n    license()\n",
    "the address of an iterator": "def f(x):\n    return repr(iter([]))\n",
    "the address of a method": "def f(x):\n    return str([].append)\n",
    "the address of a function": "def f(x):\n    return f'{f}'\n",
    "an address by %": "def f(x):\n    return '%s' % (lambda: x)\n",
    "an address in a list": "def f(x):\n    return str([f])\n",
    "an address that is handed on": "def g(h):\n    print(h)\ndef f(x):\n    g(f)\n",
    "an address from a list": "def f(x):\n    for g in [f, len]:\n        print(g)\n",
    "an address by its name": "def f(x):\n    return dict(key=f)\n",
    "an address by a type's name": "def f(x):\n    d = dict\n    return d(key=f)\n",
    "an address in an error": "def f(x):\n    raise ValueError(f)\n",
    "an address that is the best": "def f(x):\n    return max([f], key=str)\n",
    "an address that is assigned": "def f(x):\n    g, h = f, 1\n    return str(g)\n",
    "an address kept by :=": "def f(x):\n    return str((g := f))\n",
    "fields with attributes": "def f(x):\n    return '{0.__init__}'.format([])\n",
    "fields within fields": "def f(x):\n    return '{:{0.real}}'.format(x)\n",
    "fields that nobody reads": "def f(x, t):\n    return t.format(x)\n",
    "fields of a table": "def f(x):\n    return '{a.b}'.format_map(x)\n",
    "the frame of a generator": (
        "def f(x):\n    g = (i for i in x)\n    g.gi_frame.f_globals['n'] = 1\n"
    ),
    "the frames of an error": (
        "def f(x):\n    try:\n        1 / 0\n    except ZeroDivisionError as e:\n"
        "        return e.__traceback__.tb_frame\n"
    ),
    "how deep it came": (
        "def f(x):\n    try:\n        return f(x) + 1\n"
        "    except RecursionError:\n        return 0\n"
    ),
    "how deep it came, whatever ended it": (
        "def f(x):\n    try:\n        return f(x) + 1\n    except:\n        return 0\n"
    ),
    "how deep it came, in the end": (
        "def f(x):\n    n = 0\n    try:\n        n = f(x) + 1\n"
        "    finally:\n        return n\n"
    ),
    "the order of a set of keys": "def f(d):\n    return list(d.keys() - {})\n",
    "the order of a set of items": "def f(d, e):\n    return [*(d.items() ^ e)]\n",
    "addresses compared": "def f(x, y):\n    return x is y\n",
    "what is printed elsewhere": "def f(x):\n    print(x, file=x)\n",
    "an attribute that is taken away": "def f(x):\n    del f.best\n",
    "an error that has other frames": "def f(e):\n    e.with_traceback(None)\n",
    "names of a module": "from typing import *\n",
    "a module by its parts": "import collections.abc\n",
    "a class that is made": "def f(x):\n    return type('C', (), {})\n",
    "a name that others trust": "def f(x):\n    from math import inf as __builtins__\n",
    "a pattern's name that others trust": (
        "def f(x):\n    match x:\n        case __builtins__:\n            pass\n"
    ),
    "a function that waits": "async def f(x):\n    return await x\n",
    "a context": "def f(x):\n    with x as y:\n        return y\n",
    "a comprehension of functions": "def f(x):\n    return [g for g in [f]]\n",
    "a name that a comprehension hides": ("def f(x):\n    print([f for f in x], f)\n"),
    "a table in the choice of a function": (
        "f = (lambda: 1) if (T := []) else max_value\ndef g(x):\n    return T\n"
    ),
    "a name bound elsewhere": (
        "def f(x):\n    [lambda: (exec := 1) for y in x]\n    exec('n = 1')\n"
    ),
    "a part of what stands in": "def f(x):\n    return nobody.within({})\n",
    "an iterator that is held": "def f(x):\n    g = zip(x)\n    return str(g)\n",
    "iterators in a list": "def f(x):\n    return list(map(iter, x))\n",
    "an iterator that is handed on": "def f(x):\n    return f(i for i in x)\n",
}


@for_each("text", MAY_KEEP.values())
def test_what_might_outlive_a_call_is_not_said_to_be_nothing(text: str) -> None:
    """Where there is doubt, the calls are made again, and the module is watched."""
    assert not judged(text)


NAMESPACES = {  # each is a dictionary, or leads to one, that all calls share
    "of math": "from math import __dict__\n",
    "of math by another name": (
        "from math import __dict__ as T\ndef f(x):\n    T['n'] = x\n"
    ),
    "of math in a function": "def f(x):\n    from math import __dict__ as T\n    T\n",
    "of math among its numbers": "from math import pi, __dict__ as T\n",
    "what loads math": "from math import __loader__ as L\n",
    "what is known of math": "from math import __spec__ as S\n",
    "of math as an attribute": "import math\ndef f(x):\n    math.__dict__['n'] = x\n",
    "of math as a constant": "import math\nT = math.__dict__\n",
    "of math by a function": "import math\ndef f(x):\n    vars(math)['n'] = x\n",
    "of math by its text": (
        "import math\ndef f(x):\n    getattr(math, '__dict__')['n'] = x\n"
    ),
    "math as the owner of a function": (
        "import math\ndef f(x):\n    return math.sqrt.__self__\n"
    ),
    "math as the owner of its name": (
        "from math import sqrt\ndef f(x):\n    sqrt.__self__.n = x\n"
    ),
    "math under a name that a class has as a field": (
        "import math\nclass C:\n    inf: float = 0\ndef f(x):\n    math.inf = x\n"
    ),
    "of dataclasses": "from dataclasses import __dict__ as T\n",
    "of typing": "from typing import __dict__ as T\n",
    "of the game": "from autograder.game import __dict__ as T\n",
    "all names of another": "from builtins import *\n",
    "Python's own by the owner of a function": (
        "def f(x):\n    print.__self__.n = x\n"
    ),
    "a getter": (
        "from operator import attrgetter\ndef f(x):\n    attrgetter('__dict__')(x)\n"
    ),
    "a wrapper": "from functools import partial\n",
    "all modules by their names": "from sys import modules\n",
    "a module by its name": (
        "from importlib import import_module\n"
        "def f(x):\n    import_module('math').n = x\n"
    ),
    "a module by an import in a call": (
        "def f(x):\n    __import__('math').__dict__['n'] = x\n"
    ),
    "its own names": "def f(x):\n    vars()['n'] = x\n",
    "its own names as they are": "def f(x):\n    locals()['n'] = x\n",
    "its own annotations": "n: int\ndef f(x):\n    __annotations__['n'] = x\n",
    "its own loader": "def f(x):\n    __loader__.n = x\n",
    "what is known of it": "def f(x):\n    __spec__.n = x\n",
    "of a function": "def f(x):\n    f.__globals__['n'] = x\n",
    "what a function closes over": "def f(x):\n    return f.__closure__\n",
    "what a function is given": "def f(x):\n    return f.__defaults__\n",
    "what a function is given by name": "def f(x):\n    return f.__kwdefaults__\n",
    "of a lambda": "def f(x):\n    return (lambda: x).__globals__\n",
    "of a class, which is but read": "class C:\n    n = 0\ndef f(x):\n    vars(C)\n",
    "all classes": "def f(x):\n    return type(x).__subclasses__()\n",
    "all classes of an object": "def f(x):\n    return object.__subclasses__()\n",
    "a class by a text": "def f(x):\n    return ''.__class__.__base__\n",
    "of a function by a pattern": (
        "def f(x):\n    match f:\n        case object(__globals__=G):\n"
        "            G['n'] = x\n"
    ),
    "of an instance by a pattern": (
        "class C:\n    n = 0\ndef f(x):\n    match C():\n"
        "        case C(__dict__=d):\n            return d\n"
    ),
    "as a text": "import math\ndef f(x):\n    return '{0.__dict__}'.format(math.pi)\n",
    "as a part of a text": "import math\ndef f(x):\n    return f'{math.__dict__}'\n",
}


@for_each("text", NAMESPACES.values())
def test_whoever_holds_a_namespace_can_keep_something_there(text: str) -> None:
    """Modules, functions and classes outlive the call, and so does what is in them."""
    assert not judged(text)


def test_all_names_of_math_are_its_numbers_and_functions() -> None:
    """No name that begins with `_` comes with a star."""
    assert judged("from math import *\ndef f(x):\n    return floor(x) + pi\n")


NEWER = {
    "type parameters": ((3, 12), "def f[T: (X := [])](x: T):\n    return X\n"),
    "a type's name": ((3, 12), "type T = list[int]\n"),
    "groups of errors": (
        (3, 11),
        "def f(x):\n    try:\n        f(x)\n    except* ValueError:\n        pass\n",
    ),
}


@pytest.mark.parametrize("since, text", NEWER.values(), ids=NEWER)
def test_what_later_grammars_have_is_not_known(
    since: tuple[int, int], text: str
) -> None:
    """A kind of statement that is in no table is none of those that are harmless."""
    if sys.version_info < since:
        pytest.skip(f"not in the grammar before Python {since[0]}.{since[1]}")
    assert not judged(text)


def test_what_stands_in_and_the_game_show_no_address() -> None:
    """So that what a program prints of them is the same in each call."""
    game, stand_in = Game(lambda _: View("max", (), 1)), StandIn("f", (), lambda *_: 1)
    assert f"{game} {stand_in}" == "game f"
    assert str(game.is_terminal) == "<bound method Game.is_terminal of game>"


def test_no_hostile_program_is_known() -> None:
    """None of those that try to leave or to learn something."""
    paths = sorted((ROOT / "tests" / "hostile").glob("*.py"))
    assert len(paths) > 100
    assert not [each.stem for each in paths if is_stateless(each.read_bytes())]


WALKED = {  # games and players, each test of which has workers of its own
    *("ii_nim", "seven_tuple", "misere_nim", "coin_splitting"),
    *("tic_tac_toe", "connect_three", "play", "players"),
}


@pytest.mark.parametrize("folder", ["reference", "tests/submissions"])
def test_ordinary_programs_are_known(folder: str) -> None:
    """All but those that keep a set, a class, a table or a decorator on purpose."""
    paths = sorted(
        each
        for each in (ROOT / folder).rglob("*.py")
        if not {"misconceptions", "lazy", "games", "laws"}
        & {*each.relative_to(ROOT).parts}
        if not WALKED & {each.stem, each.parent.name}
    )
    told = []
    for path in paths:
        with suppress(SyntaxError, ValueError):
            told.append(is_stateless(path.read_bytes()))
    assert sum(told) / len(told) > LEAST_KNOWN[folder]
