"""Modules that can keep nothing between calls, and others: told by their text."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.project import PROJECT as ROOT
from autograder.worker.stateless import is_stateless

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


@pytest.mark.parametrize(
    "path",
    [
        ROOT / folder / f"{module}.py"
        for folder in ("reference", "student_template")
        for module in ("minimax", "alpha_beta", "expectimax", "max_n")
    ],
    ids=lambda path: f"{path.parent.name}-{path.stem}",
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
}


@pytest.mark.parametrize("text", KEEPS_NOTHING.values(), ids=KEEPS_NOTHING)
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
    "a class": "class Search:\n    best = 0\n",
    "a generator": "def f():\n    yield 1\nG = f()\n",
    "a generator that is never done": "def f():\n    yield 1\n",
    "a module of one's own": "import helper\n",
    "a neighbour": "from . import helper\n",
    "lots": "import random\n",
    "the clock": "from time import time\n",
    "addresses": "def f(x):\n    return id(x)\n",
    "the order of a set": "def f(x):\n    return list({x, 'a', 'b'})\n",
    "the order of a set by name": "def f(x):\n    return list(set(x))\n",
    "files": "def f(x):\n    return open('x').read()\n",
    "an import by name": "def f(x):\n    return __import__('random')\n",
    "a module behind another": "import math\ndef f(x):\n    return math.a.b\n",
    "a function where types are expected": "from typing import overload\n",
    "a trusted name": "TYPE_CHECKING = 1\nif TYPE_CHECKING:\n    T = []\n",
    "another float": "def float(x):\n    return []\nT = float('1')\n",
    "another name for a float": "from math import pi as float\n",
    "a loop at the import": "for x in range(3):\n    pass\n",
    "an expression at the import": "print('hello')\n",
    "an attribute of the game": "def f(game):\n    game.best = 1\n",
    "another condition": "if 1:\n    T = []\n",
}


@pytest.mark.parametrize("text", MAY_KEEP.values(), ids=MAY_KEEP)
def test_what_might_outlive_a_call_is_not_said_to_be_nothing(text: str) -> None:
    """Where there is doubt, the calls are made again, and the module is watched."""
    assert not judged(text)
