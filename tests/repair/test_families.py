"""Each family of edits mends a small faulty function, and the right one has no repair.

Every right program looks much like its faulty one: an edit that "mends" it would be
told of a student who has nothing to mend.
"""

from __future__ import annotations

import copy
import math
import random
import sys
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

from autograder.repair.difference import changed_places
from autograder.repair.loading import Candidate, Codes, Compiler, Edited, Steps
from autograder.repair.search import Facets, Line, Search
from autograder.repair.written import Program, written_out
from autograder.worker.submission import Submission
from tests.cases import for_each
from tests.repair.test_search import lines_of_fault

Rows = Sequence[tuple[tuple[Any, ...], object]]  # arguments, and what is returned
BUDGET, STEPS = 3_000_000, 5_000
# A node is whoever moves, and the children; a number is the end, where MAX is to move.
GAME = SimpleNamespace(
    is_terminal=lambda state: isinstance(state, int),
    to_move=lambda state: "max" if isinstance(state, int) else state[0],
    actions=lambda state: [*range(len(state[1]))],
    result=lambda state, action: state[1][action],
    utility=lambda state, player="max": state if player == "max" else -state,
    evaluate=lambda state: 5 if state else 0,
)
# A node is whoever moves, and the children or, at the end, what it is worth to MAX.
IN_TURN = SimpleNamespace(
    is_terminal=lambda state: isinstance(state[1], int),
    to_move=lambda state: state[0],
    utility=lambda state, player="max": state[1] if player == "max" else -state[1],
)
TWICE = "max", [("min", [3, 5]), ("max", [1, 2])]  # MAX moves again in the second
FOR_MIN = (
    "    if game.to_move(state) == 'min':\n        best = 99\n"
    "        for action in game.actions(state):\n"
    "            child = game.result(state, action)\n"
    "            best = min(best, value(game, child, {mine}))\n        return best\n"
)
OF_BOTH = (
    f"def f(game, state):\n{FOR_MIN}    best = -99\n"
    "    for action in game.actions(state):\n"
    "        child = game.result(state, action)\n"
    "        best = max(best, value(game, child, {other}))\n    return best\n\n\n"
    "def value(game, state, mine):\n    if game.is_terminal(state):\n"
    "        return state\n"
    "    return max(state[1]) if mine == {mine} else min(state[1])\n"
)
# By family: a right function f, what a student wrote in place of which part of it, and
# calls of it, with what is right by hand.
FAMILIES: dict[str, tuple[str, str, str, Rows]] = {
    "index": (
        "def f(row):\n    return row[0] * 2\n",
        "row[0]",
        "row[1]",
        [(([3, 5],), 6), (([4, 1],), 8)],
    ),
    "row and column": (
        "def f(m):\n    return [m[i][1 - i] for i in range(2)]\n",
        "m[i][1 - i]",
        "m[1 - i][i]",
        [(([[1, 2], [3, 4]],), [2, 3]), (([[5, 6], [7, 8]],), [6, 7])],
    ),
    "key of a record": (
        "def f(d):\n    return d['q']\n\n\ndef g(d):\n    return d['p'] + d['q']\n",
        "return d['q']",
        "return d['p']",
        [(({"q": 2, "p": 1},), 2)],
    ),
    "best by the wrong key": (
        "def f(d):\n    return max(d, key=d.get)\n",
        "max(d, key=d.get)",
        "max(d)",
        [(({"a": 3, "b": 1},), "a"), (({"a": 0, "b": 1},), "b")],
    ),
    "keys and values": (
        "def f(d):\n    return sum(d.values())\n",
        "d.values()",
        "d.keys()",
        [(({1: 5, 2: 9},), 14)],
    ),
    "mean": (
        "def f(xs):\n    return sum(xs) / len(xs)\n",
        "sum(xs) / len(xs)",
        "sum(xs)",
        [(([2, 4],), 3), (([1, 2, 3],), 2)],
    ),
    "weights": (
        "def f(pairs):\n    return sum(p * v for p, v in pairs)\n",
        "p * v",
        "v",
        [(([(0.5, 4), (0.5, 2)],), 3)],
    ),
    "integer division": (
        "def f(a, b):\n    return a / b\n",
        "a / b",
        "a // b",
        [((7, 2), 3.5), ((9, 4), 2.25)],
    ),
    "whole places": (
        "def f(xs):\n    return xs[len(xs) // 2]\n",
        "len(xs) // 2",
        "len(xs) / 2",
        [(([1, 5, 9],), 5)],
    ),
    "a power": (
        "def f(b, d):\n    return sum(b**i for i in range(d + 1))\n",
        "b**i",
        "b * i",
        [((2, 3), 15), ((3, 2), 13)],
    ),
    "range too short": (
        "def f(n):\n    return sum(range(1, n + 1))\n",
        "range(1, n + 1)",
        "range(1, n)",
        [((3,), 6), ((4,), 10)],
    ),
    "range from the wrong place": (
        "def f(n):\n    return [i for i in range(1, n)]\n",
        "range(1, n)",
        "range(n)",
        [((3,), [1, 2]), ((4,), [1, 2, 3])],
    ),
    "a falsy zero": (
        "def f(x):\n    return x if x is not None else 7\n",
        "x if x is not None else 7",
        "x or 7",
        [((0,), 0), ((None,), 7), ((3,), 3)],
    ),
    "a default argument": (
        (
            "def f(x, seen=None):\n    seen = []\n    seen.append(x)\n"
            "    return len(seen)\n"
        ),
        "seen=None):\n    seen = []\n",
        "seen=[]):\n",
        [((3,), 1), ((4,), 1)],
    ),
    "a list of the module": (
        (
            "seen = []\n\n\ndef f(x):\n    seen = []\n    seen.append(x)\n"
            "    return len(seen)\n"
        ),
        "    seen = []\n",
        "",
        [((3,), 1), ((4,), 1)],
    ),
    "a list of the class": (
        (
            "class Node:\n    below = []\n\n"
            "    def __init__(self):\n        self.below = []\n        self.n = 0\n"
            "\n\ndef f(x):\n    node = Node()\n"
            "    node.below.append(x)\n    return len(node.below)\n"
        ),
        "        self.below = []\n",
        "",
        [((3,), 1), ((4,), 1)],
    ),
    "a negamax with a window and a sign of the player": (
        (
            "def f(game, state, alpha, beta, sign):\n"
            "    if game.is_terminal(state):\n"
            "        return sign * game.utility(state)\n    best = -99\n"
            "    for action in game.actions(state):\n"
            "        child = game.result(state, action)\n"
            "        if game.to_move(child) == game.to_move(state):\n"
            "            worth = f(game, child, alpha, beta, sign)\n        else:\n"
            "            worth = f(game, child, -beta, -alpha, -sign)\n"
            "            worth = -worth\n        best = max(best, worth)\n"
            "        alpha = max(alpha, best)\n        if alpha >= beta:\n"
            "            break\n    return best\n"
        ),
        (
            "        if game.to_move(child) == game.to_move(state):\n"
            "            worth = f(game, child, alpha, beta, sign)\n        else:\n"
            "            worth = f(game, child, -beta, -alpha, -sign)\n"
            "            worth = -worth\n"
        ),
        (
            "        worth = f(game, child, -beta, -alpha, -sign)\n"
            "        worth = -worth\n"
        ),
        [
            ((GAME, ("max", [("min", [1, 5]), ("max", [3, 4])]), -99, 99, 1), 4),
            ((GAME, ("min", [("min", [8, 2]), ("max", [3, 4])]), -99, 99, -1), -2),
            ((GAME, ("max", [("max", [9, 2, 7])]), -99, 5, 1), 9),
        ],
    ),
    "ended games in a table, and what a window cut off": (
        (
            "def f(trees, windows):\n    table = {}\n"
            "    values = [best(*each, table) for each in zip(trees, windows)]\n"
            "    return values, len(table)\n\n\n"
            "def best(tree, window, table):\n"
            "    return value(tree, *window, table)\n\n\n"
            "def value(tree, alpha, beta, table):\n"
            "    if tree in table:\n        return table[tree]\n"
            "    if isinstance(tree, int):\n        pass\n        return tree\n"
            "    v = -99\n"
            "    for each in tree:\n        v = max(v, each)\n"
            "        if v >= beta:\n            break\n"
            "    if alpha < v < beta:\n        table[tree] = v\n    return v\n"
        ),
        (
            "        pass\n        return tree\n"
            "    v = -99\n"
            "    for each in tree:\n        v = max(v, each)\n"
            "        if v >= beta:\n            break\n"
            "    if alpha < v < beta:\n        table[tree] = v\n    return v\n"
        ),
        (
            "        table[tree] = tree\n        return tree\n"
            "    v = -99\n"
            "    for each in tree:\n        v = max(v, each)\n"
            "        if v >= beta:\n            break\n"
            "    table[tree] = v\n    return v\n"
        ),
        [
            (((7, (3, 8), (3, 8)), [(0, 9), (0, 2), (0, 9)]), ([7, 3, 8], 1)),
            ((((8, 3), (8, 3), 2), [(0, 9), (0, 5), (0, 9)]), ([8, 8, 2], 1)),
            ((((4, 9), (4, 9), 1), [(0, 4), (0, 99), (0, 9)]), ([4, 9, 1], 1)),
        ],
    ),
    "the window with which a call began, behind a table": (
        (
            "def f(xs, alpha, beta, known):\n    alpha = max(alpha, known)\n"
            "    first_alpha, first_beta = (alpha, beta)\n"
            "    v = -99\n    for x in xs:\n        v = max(v, x)\n"
            "        alpha = max(alpha, v)\n    kind = 'exact'\n"
            "    if v <= first_alpha:\n        kind = 'upper'\n"
            "    return kind, alpha\n"
        ),
        (
            "    first_alpha, first_beta = (alpha, beta)\n"
            "    v = -99\n    for x in xs:\n        v = max(v, x)\n"
            "        alpha = max(alpha, v)\n    kind = 'exact'\n"
            "    if v <= first_alpha:\n"
        ),
        (
            "    v = -99\n    for x in xs:\n        v = max(v, x)\n"
            "        alpha = max(alpha, v)\n    kind = 'exact'\n"
            "    if v <= alpha:\n"
        ),
        [
            (([3, 5], 0, 9, 1), ("exact", 5)),
            (([3, 5], 0, 9, 6), ("upper", 6)),
            (([3, 5], 7, 9, 0), ("upper", 7)),
        ],
    ),
    "one of equals that chance picks": (
        (
            "import random\n\n\ndef f(pairs):\n"
            "    best = max(worth for _, worth in pairs)\n"
            "    same = [name for name, worth in pairs if worth == best]\n"
            "    return same[0]\n"
        ),
        "same[0]",
        "random.choice(same)",
        [(([*zip("abcdefgh", [0, *[n] * 7], strict=True)],), "b") for n in (5, 6, 7)],
    ),
    "the window with which a call began": (
        (
            "def f(xs, alpha, beta):\n"
            "    first_alpha, first_beta = (alpha, beta)\n"
            "    v = -99\n    for x in xs:\n        v = max(v, x)\n"
            "        if v >= beta:\n            break\n"
            "        alpha = max(alpha, v)\n    if v <= first_alpha:\n"
            "        return 'upper', v\n    if v >= first_beta:\n"
            "        return 'lower', v\n    return 'exact', v\n"
        ),
        (
            "    first_alpha, first_beta = (alpha, beta)\n"
            "    v = -99\n    for x in xs:\n        v = max(v, x)\n"
            "        if v >= beta:\n            break\n"
            "        alpha = max(alpha, v)\n    if v <= first_alpha:\n"
            "        return 'upper', v\n    if v >= first_beta:\n"
        ),
        (
            "    v = -99\n    for x in xs:\n        v = max(v, x)\n"
            "        if v >= beta:\n            break\n"
            "        alpha = max(alpha, v)\n    if v <= alpha:\n"
            "        return 'upper', v\n    if v >= beta:\n"
        ),
        [
            (([3, 5], 0, 9), ("exact", 5)),
            (([3, 5], 7, 9), ("upper", 5)),
            (([3, 5], 0, 4), ("lower", 5)),
        ],
    ),
    "a player who moves again, where the next line negates": (
        (
            "def f(game, state, mine):\n    if game.is_terminal(state):\n"
            "        return game.utility(state, mine)\n    best = -99\n"
            "    for action in game.actions(state):\n"
            "        child = game.result(state, action)\n"
            "        if game.to_move(child) == game.to_move(state):\n"
            "            worth = f(game, child, mine)\n        else:\n"
            "            worth = f(game, child, opponent(mine))\n"
            "            worth = -worth\n        best = max(best, worth)\n"
            "    return best\n\n\ndef opponent(player):\n"
            "    return 'min' if player == 'max' else 'max'\n"
        ),
        (
            "        if game.to_move(child) == game.to_move(state):\n"
            "            worth = f(game, child, mine)\n        else:\n"
            "            worth = f(game, child, opponent(mine))\n"
            "            worth = -worth\n"
        ),
        ("        worth = f(game, child, opponent(mine))\n        worth = -worth\n"),
        [
            ((GAME, ("max", [("min", [1, 5]), ("max", [3, 4])]), "max"), 4),
            ((GAME, ("min", [("min", [8, 2]), ("max", [3, 4])]), "min"), -2),
        ],
    ),
    "what a window cut off, put into a table by a function": (
        (
            "def f(tree, windows):\n    table, asked = ({}, [])\n"
            "    values = [best(tree, *each, table, asked) for each in windows]\n"
            "    return values, len(asked)\n\n\n"
            "def best(tree, alpha, beta, table, asked):\n"
            "    if tree in table:\n        return table[tree]\n"
            "    v = -99\n    asked.append(tree)\n"
            "    for each in tree:\n        v = max(v, each)\n"
            "        if v >= beta:\n            break\n"
            "    if alpha < v < beta:\n        keep(table, tree, v)\n"
            "    return v\n\n\n"
            "def keep(table, tree, v):\n    table[tree] = v\n"
        ),
        "    if alpha < v < beta:\n        keep(table, tree, v)\n",
        "    keep(table, tree, v)\n",
        [
            (((3, 8), [(0, 2), (0, 9), (0, 9)]), ([3, 8, 8], 2)),
            (((8, 3), [(0, 9), (0, 5)]), ([8, 8], 1)),
            (((4, 9, 7), [(0, 4), (0, 99), (0, 99)]), ([4, 9, 9], 2)),
        ],
    ),
    "what a window cut off, in a table": (
        (
            "def f(tree, windows):\n    table, asked = ({}, [])\n"
            "    values = [best(tree, *each, table, asked) for each in windows]\n"
            "    return values, len(asked)\n\n\n"
            "def best(tree, alpha, beta, table, asked):\n"
            "    first_alpha, first_beta = (alpha, beta)\n"
            "    if tree in table:\n        return table[tree]\n"
            "    v = -99\n    asked.append(tree)\n"
            "    for each in tree:\n        v = max(v, each)\n"
            "        if v >= beta:\n            break\n"
            "        alpha = max(alpha, v)\n"
            "    if first_alpha < v < first_beta:\n        table[tree] = v\n"
            "    return v\n"
        ),
        "    if first_alpha < v < first_beta:\n        table[tree] = v\n",
        "    table[tree] = v\n",
        [
            (((3, 8), [(0, 2), (0, 9), (0, 9)]), ([3, 8, 8], 2)),
            (((8, 3), [(0, 9), (0, 5)]), ([8, 8], 1)),
            (((4, 9, 7), [(0, 4), (0, 99), (0, 99)]), ([4, 9, 9], 2)),
        ],
    ),
    "values that are asked for before they are needed": (
        (
            "def f(xs):\n    asked = []\n    values = (g(x, asked) for x in xs)\n"
            "    for v in values:\n        if v > 4:\n            break\n"
            "    return asked\n\n\n"
            "def g(x, asked):\n    asked.append(x)\n    return x\n"
        ),
        "(g(x, asked) for x in xs)",
        "[g(x, asked) for x in xs]",
        [(([1, 5, 3],), [1, 5]), (([6, 2],), [6]), (([1, 2],), [1, 2])],
    ),
    "a loop that asks before another needs it": (
        (
            "def f(xs):\n    asked = []\n    values = []\n"
            "    for x in xs:\n        v = g(x, asked)\n"
            "        if v > 4:\n            break\n"
            "    return asked\n\n\n"
            "def g(x, asked):\n    asked.append(x)\n    return x\n"
        ),
        "        v = g(x, asked)\n",
        "        values.append(g(x, asked))\n    for v in values:\n",
        [(([1, 5, 3],), [1, 5]), (([6, 2],), [6]), (([1, 2],), [1, 2])],
    ),
    "a copy": (
        (
            "def f(board, i):\n    new = list(board)\n    new[i] = 'X'\n"
            "    return new, board\n"
        ),
        "list(board)",
        "board",
        [(([" ", " "], 0), (["X", " "], [" ", " "]))],
    ),
    "an argument is copied first": (
        (
            "def f(board, i):\n    return marked(board, i), board\n\n\n"
            "def marked(board, i):\n    board = list(board)\n    board[i] = 'X'\n"
            "    return board\n"
        ),
        "    board = list(board)\n",
        "",
        [(([" ", " "], 0), (["X", " "], [" ", " "]))],
    ),
    "rows are copied": (
        (
            "def f(board, i):\n    new = [[*row] for row in board]\n"
            "    new[i][i] = 'X'\n    return new, board\n"
        ),
        "[[*row] for row in board]",
        "list(board)",
        [(([[" "], [" "]], 0), ([["X"], [" "]], [[" "], [" "]]))],
    ),
    "rows are copied one by one": (
        (
            "def f(board, i):\n    new = []\n    for row in board:\n"
            "        new.append(list(row))\n"
            "    new[i][i] = 'X'\n    return new, board\n"
        ),
        "new.append(list(row))",
        "new.append(row)",
        [(([[" "], [" "]], 0), ([["X"], [" "]], [[" "], [" "]]))],
    ),
    "a term": (
        "def f(n):\n    rows = [n]\n    columns = [n + 1]\n    return rows + columns\n",
        "rows + columns",
        "rows",
        [((3,), [3, 4])],
    ),
    "a condition": (
        (
            "def g(b, i):\n    if b[i] == ' ':\n        return i\n\n\n"
            "def f(b):\n    return [i for i in range(3) if b[i] == ' ']\n"
        ),
        " for i in range(3) if b[i] == ' '",
        " for i in range(3)",
        [((["X", " ", " "],), [1, 2]), ((["X", "O", " "],), [2])],
    ),
    "each once": (
        "def f(xs):\n    return sorted([x for x in set(xs)])\n",
        "set(xs)",
        "xs",
        [(([2, 2, 1],), [1, 2])],
    ),
    "whose turn": (
        (
            "def to_move(state):\n"
            "    return 'max' if state.count('X') == state.count('O') else 'min'\n\n\n"
            "def f(state):\n    mark = 'X' if to_move(state) == 'max' else 'O'\n"
            "    return state + mark\n"
        ),
        "'X' if to_move(state) == 'max' else 'O'",
        "'X'",
        [(("",), "X"), (("X",), "XO")],
    ),
    "whose payoff": (
        "def f(won, player):\n    return won if player == 'max' else -won\n",
        "won if player == 'max' else -won",
        "-won",
        [((1, "max"), 1), ((1, "min"), -1), ((-1, "min"), 1)],
    ),
    "a full board": (
        (
            "FREE = ' '\n\n\ndef f(state):\n    return is_over(state)\n\n\n"
            "def is_over(state):\n    return state[:2] == 'XX' or FREE not in state\n"
        ),
        " or FREE not in state",
        "",
        [(("XX ",), True), (("XOX",), True), (("X  ",), False)],
    ),
    "by zero": (
        "def f(u, n):\n    if not n:\n        return float('inf')\n    return u / n\n",
        "    if not n:\n        return float('inf')\n",
        "",
        [((1, 0), float("inf")), ((4, 2), 2)],
    ),
    "a logarithm": (
        "import math\n\n\ndef f(n, m):\n    return math.sqrt(math.log(n) / m)\n",
        "math.log(n)",
        "n",
        [((1, 4), 0.0), ((1, 9), 0.0)],
    ),
    "the constant of UCB1": (
        "import math\n\n\ndef f(c, n):\n    return c * math.sqrt(n)\n",
        "c * math.sqrt(n)",
        "math.sqrt(n)",
        [((2, 9), 6.0), ((3, 4), 6.0)],
    ),
    "a field of a record": (
        (
            "class Node:\n    def __init__(self, u, n):\n        self.u = u\n"
            "        self.n = n\n\n\ndef f(u, n):\n    return Node(u, n).n\n"
        ),
        "Node(u, n).n",
        "Node(u, n).u",
        [((3, 5), 5), ((8, 2), 2)],
    ),
    "a visit that is not counted": (
        (
            "class Node:\n    def __init__(self):\n        self.u = 0\n"
            "        self.n = 0\n"
            "\n\ndef f(xs):\n    node = Node()\n    for x in xs:\n        node.u += x\n"
            "        node.n += 1\n    return node.u, node.n\n"
        ),
        "        node.n += 1\n",
        "",
        [(([3, 4],), (7, 2)), (([1],), (1, 1))],
    ),
    "a payoff that turns": (
        (
            "def f(x, n):\n    total = 0\n    for _ in range(n):\n        total += x\n"
            "        x = -x\n    return total\n"
        ),
        "        x = -x\n",
        "",
        [((3, 2), 0), ((3, 3), 3)],
    ),
    "the value of the best": (
        "def f(m):\n    return max(min(row) for row in m)\n",
        "max(min(row) for row in m)",
        "max(m, key=lambda row: min(row))",
        [(([[1, 2], [0, 9]],), 1), (([[4, 3], [5, 2]],), 3)],
    ),
    "the places": (
        (
            "def f(m):\n    return [(r, c) for r, row in enumerate(m)"
            " for c, x in enumerate(row) if x > 4]\n"
        ),
        "(r, c)",
        "x",
        [(([[1, 5], [7, 2]],), [(0, 1), (1, 0)])],
    ),
    "the first of equals": (
        "def f(xs):\n    best = sorted(reversed(xs), key=len)\n    return best[-1]\n",
        "reversed(xs)",
        "xs",
        [((["ab", "c", "de"],), "ab"), ((["a", "b"],), "a"), ((["a", "bc"],), "bc")],
    ),
    "the root of two": (
        "def f(n, c=2**0.5):\n    return c * n\n",
        "2**0.5",
        "1.4",
        [((1,), 2**0.5), ((2,), 2 * 2**0.5)],
    ),
    "all places": (
        (
            "def f(xs, x):\n    found = []\n"
            "    found.extend(i for i, y in enumerate(xs) if y == x)\n"
            "    return found\n"
        ),
        "found.extend(i for i, y in enumerate(xs) if y == x)",
        "found.append(xs.index(x))",
        [(([4, 5, 4], 4), [0, 2]), (([4, 5], 5), [1])],
    ),
    "the most visited": (
        (
            "class Node:\n    def __init__(self, name, n, u):\n"
            "        self.name = name\n        self.visits = n\n"
            "        self.u = u\n        self.children = []\n\n\n"
            "def best(node):\n"
            "    return max(node.children, key=lambda child: child.u)\n\n\n"
            "def f(rows):\n    root = Node('', 0, 0)\n"
            "    root.children = [Node(*row) for row in rows]\n"
            "    return max(root.children, key=lambda child: child.visits).name, "
            "best(root).u\n"
        ),
        "max(root.children, key=lambda child: child.visits)",
        "best(root)",
        [
            (([("a", 9, 1), ("b", 1, 5), ("c", 5, 0)],), ("a", 5)),
            (([("a", 1, 2), ("b", 2, 0)],), ("b", 2)),
        ],
    ),
    "columns": (
        "def f(m):\n    return [max(column) for column in zip(*m)]\n",
        "zip(*m)",
        "m",
        [(([[1, 5, 0], [7, 2, 0]],), [7, 5, 0])],
    ),
    "side by side": (
        "def f(w, xs):\n    return sum([y * x for x, y in zip(xs, w)])\n",
        "y * x for x, y in zip(xs, w)",
        "w[0] * x for x in xs",
        [(([2, 3], [5, 7]), 31), (([1, 0], [5, 7]), 5)],
    ),
    "a share": (
        "def f(a, b):\n    return (a - b) / (a + b)\n",
        "(a - b) / (a + b)",
        "a - b",
        [((3, 1), 0.5), ((1, 3), -0.5)],
    ),
    "one less": (
        "def f(b, d):\n    return b**d + b - 1\n",
        "b**d + b - 1",
        "b**d + b",
        [((2, 3), 9), ((3, 2), 11)],
    ),
    "inside the root": (
        "import math\n\n\ndef f(a, b):\n    return math.sqrt((a + 1) / b)\n",
        "math.sqrt((a + 1) / b)",
        "math.sqrt(a + 1) / b",
        [((3, 4), 1.0), ((8, 9), 1.0)],
    ),
    "a bonus": (
        (
            "import math\n\n\ndef f(u, n, m, c):\n"
            "    return u / n + c * math.sqrt(math.log(m) / n)\n"
        ),
        " + c * math.sqrt(math.log(m) / n)",
        "",
        [((3, 2, 1, 5), 1.5), ((3, 2, 2, 0), 1.5), ((1, 1, 2, 1), 1.8325546111576978)],
    ),
    "rounded up": (
        "def f(b, d):\n    return b ** -(-d // 2)\n",
        "-(-d // 2)",
        "(d // 2)",
        [((2, 3), 4), ((3, 4), 9), ((5, 1), 5)],
    ),
    "base and exponent": (
        "def f(b, d):\n    return b**d\n",
        "b**d",
        "d**b",
        [((2, 5), 32), ((3, 1), 3)],
    ),
    "what nobody reads": (
        "def f(wins, losses):\n    return wins - losses\n",
        "wins - losses",
        "wins",
        [((3, 1), 2), ((1, 5), -4)],
    ),
    "whichever the player wants": (
        "def f(mover, a, b):\n    return max(a, b) if mover == 'max' else min(a, b)\n",
        "max(a, b) if mover == 'max' else min(a, b)",
        "a",
        [(("max", 3, 5), 5), (("min", 3, 5), 3), (("min", 7, 2), 2)],
    ),
    "the mean of a record": (
        (
            "class Node:\n    def __init__(self, u, n):\n        self.u = u\n"
            "        self.visits = n\n\n\ndef f(u, n):\n    node = Node(u, n)\n"
            "    return node.u / node.visits\n"
        ),
        "node.u / node.visits",
        "node.u",
        [((6, 2), 3), ((8, 4), 2)],
    ),
    "by who moved": (
        (
            "class Game:\n    def to_move(self, state):\n        return state\n\n\n"
            "class Node:\n    def __init__(self, state, parent):\n"
            "        self.state = state\n        self.parent = parent\n"
            "        self.u = 0\n\n\n"
            "def f(state, x):\n    game = Game()\n"
            "    node = Node(1, Node(state, None))\n"
            "    node.u += x if game.to_move(node.parent.state) == 'max' else -x\n"
            "    return node.u\n"
        ),
        "x if game.to_move(node.parent.state) == 'max' else -x",
        "x",
        [(("max", 3), 3), (("min", 3), -3), (("min", 4), -4)],
    ),
    "each by who moved into it, and not by turns": (
        (
            "class Node:\n    def __init__(self, player, parent):\n"
            "        self.player = player\n        self.parent = parent\n"
            "        self.total = 0\n\n"
            "    def update(self, x):\n        self.total += x\n\n\n"
            "def f(players, x):\n    nodes = [None]\n    for player in players:\n"
            "        nodes.append(Node(player, nodes[-1]))\n    node = nodes[-1]\n"
            "    while node:\n"
            "        above = node.parent\n"
            "        node.update(x if above and above.player == 'max' else -x)\n"
            "        node = node.parent\n"
            "    return [node.total for node in nodes[1:]]\n"
        ),
        "        node.update(x if above and above.player == 'max' else -x)\n",
        "        node.update(x)\n        x = -x\n",
        [
            ((["max", "max", "min"], 3), [-3, 3, 3]),
            ((["min", "max", "min"], 2), [-2, -2, 2]),
            ((["max"], 1), [-1]),
        ],
    ),
    "the other player": (
        (
            "def other(mover):\n    return 'min' if mover == 'max' else 'max'\n\n\n"
            "def f(piles, mover):\n    return piles - 1, other(mover)\n"
        ),
        "1, other(mover)",
        "1, mover",
        [((3, "max"), (2, "min")), ((2, "min"), (1, "max"))],
    ),
    "who has fewer marks": (
        (
            "FREE, MARKS = ' ', ('X', 'O')\n\n\ndef f(state):\n"
            "    return to_move(state)\n\n\ndef to_move(state):\n"
            "    return 'max' if state.count('X') == state.count('O') else 'min'\n"
        ),
        "'max' if state.count('X') == state.count('O') else 'min'",
        "'max'",
        [(("X  ",), "min"), (("XO ",), "max"), (("XOX",), "min")],
    ),
    "under the root": (
        "import math\n\n\ndef f(n, m):\n    return math.sqrt(math.log(n) / m)\n",
        "math.log(n) / m",
        "2 * (n + 1) / (m + 1)",
        [((8, 2), math.sqrt(math.log(8) / 2)), ((9, 5), math.sqrt(math.log(9) / 5))],
    ),
    "the length of a list": (
        "def f(xs):\n    return 0 if len(xs) == 0 else xs[0]\n",
        "len(xs) == 0",
        "xs == 0",
        [(([],), 0), (([3],), 3)],
    ),
    "what the object keeps": (
        (
            "class Deep:\n    def of(self, rows):\n        best = 0\n"
            "        for each in rows:\n            value = 1 + self.of(each)\n"
            "            best = max(best, value)\n        return best\n\n\n"
            "def f(rows):\n    return Deep().of(rows)\n"
        ),
        (
            "        best = 0\n"
            "        for each in rows:\n            value = 1 + self.of(each)\n"
            "            best = max(best, value)\n        return best\n"
        ),
        (
            "        self.best = 0\n"
            "        for each in rows:\n            value = 1 + self.of(each)\n"
            "            self.best = max(self.best, value)\n        return self.best\n"
        ),
        [(([[[]], []],), 2), (([[], [], [[[]]], []],), 3)],
    ),
    "the best is kept": (
        (
            "def f(rows):\n    best = -9\n    for each in rows:\n"
            "        if each[0] > best:\n            best, kept = (each[0], each)\n"
            "    return best, kept\n"
        ),
        (
            "        if each[0] > best:\n            best, kept = (each[0], each)\n"
            "    return best, kept\n"
        ),
        "        best = max(best, each[0])\n    return best, each\n",
        [(([[2], [5], [1]],), (5, [5])), (([[3], [1]],), (3, [3]))],
    ),
    "the game of an object": (
        (
            "class Piles:\n    def is_terminal(self, state):\n"
            "        return state > 2\n\n"
            "    def utility(self, state):\n        return 10 * state\n\n"
            "    def result(self, state, action):\n        return state + action\n\n\n"
            "class Agent:\n    def __init__(self, game):\n        self.game = game\n\n"
            "    def value(self, state):\n"
            "        if self.game.is_terminal(state):\n"
            "            return self.game.utility(state)\n"
            "        return self.value(self.game.result(state, 1))\n\n\n"
            "def f(state):\n    return Agent(Piles()).value(state)\n"
        ),
        (
            "        if self.game.is_terminal(state):\n"
            "            return self.game.utility(state)\n"
        ),
        "",
        [((1,), 30), ((3,), 30), ((5,), 50)],
    ),
    "a pair is returned": (
        (
            "def f(rows):\n    return best(rows)[0]\n\n\n"
            "def best(rows):\n    if not rows:\n        return len(rows), None\n"
            "    value, _ = best(rows[1:])\n"
            "    return max(value, rows[0]), rows[0]\n"
        ),
        "return len(rows), None",
        "return len(rows)",
        [(([3, 5],), 5), (([4, 1, 2],), 4)],
    ),
    "all or any": (
        "def f(piles):\n    return not any(piles)\n",
        "any(piles)",
        "all(piles)",
        [(([0, 0],), True), (([0, 2],), False), (([1, 2],), False)],
    ),
    "pairs of a range": (
        "def f(n):\n    return [(x, y) for x in range(n) for y in range(n)]\n",
        "for x in range(n) for y in range(n)",
        "for x, y in range(n)",
        [((1,), [(0, 0)]), ((2,), [(0, 0), (0, 1), (1, 0), (1, 1)])],
    ),
    "three that are equal, and free": (
        (
            "FREE = ' '\n\n\ndef f(row):\n"
            "    if row[0] == row[1] == row[2] and row[0] != FREE:\n"
            "        return row[0]\n    return 'none'\n"
        ),
        " and row[0] != FREE",
        "",
        [((["X"] * 3,), "X"), (([" "] * 3,), "none"), ((["X", "O", "X"],), "none")],
    ),
    "all of a range": (
        "N = 4\n\n\ndef f(row):\n    return [row[i] for i in range(N)]\n",
        "range(N)",
        "range(N - 2)",
        [(([1, 2, 3, 4],), [1, 2, 3, 4])],
    ),
    "the end of a range": (
        "N = 4\n\n\ndef f(row):\n    return [row[i] for i in range(2, N)]\n",
        "range(2, N)",
        "range(N - 2)",
        [(([1, 2, 3, 4],), [3, 4])],
    ),
    "the first one": (
        "import random\n\n\ndef f(xs):\n    return xs[0]\n",
        "xs[0]",
        "random.choice(xs)",
        [((list(range(40)),), 0), ((list(range(7, 60)),), 7)],
    ),
    "of whoever moved into a record": (
        (
            "class Node:\n    def __init__(self, player, parent):\n"
            "        self.player = player\n        self.parent = parent\n\n\n"
            "def f(player, above):\n"
            "    node = Node(player, Node(above, None) if above else None)\n"
            "    if node.parent and node.parent.player == 'max':\n        return 1\n"
            "    return -1\n"
        ),
        "node.parent and node.parent.player == 'max'",
        "node.player == 'max'",
        [
            (("max", "max"), 1),
            (("max", "min"), -1),
            (("min", "max"), 1),
            (("min", ""), -1),
        ],
    ),
    "up to the root": (
        (
            "class Node:\n    def __init__(self, parent):\n"
            "        self.parent = parent\n\n\n"
            "def f(n):\n    node, count = None, 0\n    for _ in range(n):\n"
            "        node = Node(node)\n    while node is not None:\n"
            "        count += 1\n        node = node.parent\n    return count\n"
        ),
        "while node is not None",
        "while node.parent is not None",
        [((1,), 1), ((3,), 3)],
    ),
    "the greatest of equals": (
        "def f(xs):\n    return max(xs, key=lambda x: x[0])\n",
        "max(xs, key=lambda x: x[0])",
        "sorted(xs, key=lambda x: x[0])[-1]",
        [
            (([(2, "a"), (2, "b"), (1, "c")],), (2, "a")),
            (([(1, "a"), (3, "b")],), (3, "b")),
        ],
    ),
    "only where some are below": (
        (
            "class Node:\n    def __init__(self, left, children):\n"
            "        self.left = left\n        self.children = children\n\n\n"
            "def f(left, children):\n    node = Node(left, children)\n"
            "    while not node.left and node.children:\n"
            "        node = node.children[0]\n    return node.left\n"
        ),
        "not node.left and node.children",
        "not node.left",
        [((0, []), 0), ((2, []), 2)],
    ),
    "nothing is taken from an empty list": (
        (
            "class Node:\n    def __init__(self, left):\n        self.left = left\n\n"
            "    def taken(self):\n        if not self.left:\n            return self\n"
            "        first = self.left.pop(0)\n        return first\n\n\n"
            "def f(left):\n    return isinstance(Node(left).taken(), Node)\n"
        ),
        "        if not self.left:\n            return self\n",
        "",
        [(([],), True), (([1],), False)],
    ),
    "a bound is not what comes back": (
        (
            "def g(x, a, b):\n    return x, a + 1, b\n\n\ndef f(xs, a, b):\n"
            "    v = 0\n    for x in xs:\n        v, _, _ = g(x, a, b)\n"
            "    return v, a\n"
        ),
        "v, _, _ = g",
        "v, a, b = g",
        [(([3, 4], 0, 9), (4, 0)), (([2], 1, 9), (2, 1))],
    ),
    "what one gets the other loses": (
        (
            "def f(movers):\n    total = 0\n    for mover in movers:\n"
            "        if mover == 'max':\n            total += 2\n"
            "        else:\n            total -= 2\n    return total\n"
        ),
        "        else:\n            total -= 2\n",
        "",
        [((["max"],), 2), ((["max", "min", "min"],), -2)],
    ),
    "the constant of UCB1 as a default": (
        (
            "import math\n\n\ndef f(u, n, all_of, c=2 ** 0.5):\n"
            "    return u / n + c * math.sqrt(math.log(all_of) / n)\n"
        ),
        "c=2 ** 0.5",
        "c=1.0",
        [
            ((1, 2, 1), 0.5),
            ((1, 2, 4), 0.5 + math.sqrt(2) * math.sqrt(math.log(4) / 2)),
        ],
    ),
    "what is no action is refused": (
        (
            "def actions(state):\n    return [1, 2]\n\n\ndef result(state, action):\n"
            "    if action not in actions(state):\n        raise ValueError\n"
            "    return state - action\n\n\ndef f(state, action):\n"
            "    try:\n        return result(state, action)\n"
            "    except ValueError:\n        return 'refused'\n"
        ),
        "    if action not in actions(state):\n        raise ValueError\n",
        "",
        [((5, 1), 4), ((5, 3), "refused")],
    ),
    "where somebody has won it is over": (
        (
            "def winner(state):\n    return 'X' if state[0] == 'X' else None\n\n\n"
            "def is_terminal(state):\n    if winner(state):\n        return True\n"
            "    return ' ' not in state\n\n\n"
            "def f(state):\n    return is_terminal(state), winner(state)\n"
        ),
        "    if winner(state):\n        return True\n",
        "",
        [(("X  ",), (True, "X")), (("O  ",), (False, None)), (("OXO",), (True, None))],
    ),
    "where the game is over nothing can be done": (
        (
            "def is_terminal(state):\n    return state == 0\n\n\ndef actions(state):\n"
            "    if is_terminal(state):\n        return []\n    return [1, 2]\n\n\n"
            "def f(state):\n    return actions(state)\n"
        ),
        "    if is_terminal(state):\n        return []\n",
        "",
        [((0,), []), ((3,), [1, 2])],
    ),
    "the sign where a player moves twice": (
        (
            "def f(game, state):\n    if game.is_terminal(state):\n"
            "        return game.utility(state, game.to_move(state))\n    best = -99\n"
            "    for action in game.actions(state):\n"
            "        child = game.result(state, action)\n"
            "        again = game.to_move(child) == game.to_move(state)\n"
            "        worth = f(game, child) if again else -f(game, child)\n"
            "        best = max(best, worth)\n    return best\n"
        ),
        "f(game, child) if again else -f(game, child)",
        "-f(game, child)",
        [
            ((GAME, ("max", [3, 5])), 5),
            ((GAME, ("min", [3, 5])), -3),
            ((GAME, TWICE), 3),
            ((GAME, ("min", [("min", [4, 6]), 9])), -4),
        ],
    ),
    "the window where a player moves twice": (
        (
            "def f(game, state, alpha=-99, beta=99):\n    if game.is_terminal(state):\n"
            "        return game.utility(state, game.to_move(state)), 0\n"
            "    asked = 0\n"
            "    for action in game.actions(state):\n"
            "        child = game.result(state, action)\n"
            "        again = game.to_move(child) == game.to_move(state)\n"
            "        worth = (f(game, child, alpha, beta) if again else "
            "[-f(game, child, -beta, -alpha)[0]])[0]\n"
            "        asked += 1\n        alpha = max(alpha, worth)\n"
            "        if alpha >= beta:\n            break\n    return alpha, asked\n"
        ),
        (
            "(f(game, child, alpha, beta) if again else "
            "[-f(game, child, -beta, -alpha)[0]])[0]"
        ),
        "-f(game, child, -alpha, -beta)[0]",
        [
            ((GAME, ("max", [3, 5])), (5, 2)),
            ((GAME, TWICE), (3, 2)),
            ((GAME, ("min", [("min", [4, 6]), 9])), (-4, 2)),
            ((GAME, ("max", [("min", [3, 5]), ("min", [2, 7])])), (3, 2)),
            ((GAME, ("max", [4, 8]), -99, 4), (4, 1)),
        ],
    ),
    "the function for whoever moves": (
        (
            "def f(game, state):\n    return max_value(game, state)\n\n\n"
            "def max_value(game, state):\n    if game.is_terminal(state):\n"
            "        return state\n    best = -99\n"
            "    for action in game.actions(state):\n"
            "        child = game.result(state, action)\n"
            "        again = game.to_move(child) == 'max'\n"
            "        worth = (max_value if again else min_value)(game, child)\n"
            "        best = max(best, worth)\n    return best\n\n\n"
            "def min_value(game, state):\n"
            "    return min(state[1]) if state[0] == 'min' else -99\n"
        ),
        "(max_value if again else min_value)(game, child)",
        "min_value(game, child)",
        [((GAME, TWICE), 3), ((GAME, ("max", [("max", [7, 1])])), 7)],
    ),
    "a number for every state": (
        (
            "def f(game, state, depth):\n    if game.is_terminal(state):\n"
            "        return game.utility(state)\n    if depth == 0:\n"
            "        return game.evaluate(state)\n"
            "    return max([f(game, each, depth - 1) for each in state[1]])\n"
        ),
        "game.evaluate(state)",
        "0",
        [((GAME, TWICE, 0), 5), ((GAME, ("max", [2, 1]), 1), 2), ((GAME, 3, 0), 3)],
    ),
    "bits for a condition": (
        (
            "def f(xs, depth):\n    if len(xs) == 0 or depth == 0:\n"
            "        return 'over'\n    return 'goes on'\n"
        ),
        "len(xs) == 0 or depth == 0",
        "len(xs) == 0 | depth == 0",
        [(([], 2), "over"), (([1], 0), "over"), (([1], 2), "goes on")],
    ),
    "the depth of all calls": (
        (
            "class A:\n    def __init__(self):\n        self.depth = 0\n\n"
            "    def value(self, tree, level):\n        self.depth += 1\n"
            "        if isinstance(tree, int) or level >= 2:\n"
            "            return 1\n"
            "        return sum([self.value(each, level + 1) for each in tree])\n\n\n"
            "def f(tree):\n    return A().value(tree, 0)\n"
        ),
        "level >= 2",
        "self.depth >= 2",
        [(([[1, [2, 3]], [3]],), 3), (([[4], 5],), 2), (([[[1, 2], 3, 4]],), 3)],
    ),
    **{
        f"a root for MAX alone, with {name}": (
            OF_BOTH.format(mine=mine, other=other),
            FOR_MIN.format(mine=mine),
            "",
            [
                ((GAME, ("max", [("min", [3, 5]), ("min", [2, 9])])), 3),
                ((GAME, ("min", [("max", [3, 5]), ("max", [2, 9])])), 5),
                ((GAME, ("min", [("max", [7, 1]), ("max", [6, 8])])), 7),
            ],
        )
        for name, mine, other in (("flags", True, False), ("signs", 1, -1))
    },
    "the function itself, and not a plainer one": (
        (
            "def plain(xs, depth):\n    return max(xs)\n\n\n"
            "def f(xs, depth, beta):\n    if depth == 0:\n"
            "        return min(max(xs), beta)\n    return f(xs, depth - 1, beta)\n"
        ),
        "return f(xs, depth - 1, beta)",
        "return plain(xs, depth - 1)",
        [(([3, 9], 2, 5), 5), (([1, 4], 1, 7), 4), (([8], 0, 2), 2)],
    ),
    "the key of a choice": (
        (
            "import operator\n\n\ndef f(pairs, larger):\n"
            "    pick = max if larger else min\n"
            "    return pick(pairs, key=operator.itemgetter(1))[0]\n"
        ),
        "pick(pairs, key=operator.itemgetter(1))[0]",
        "pick(pairs, operator.itemgetter(1))",
        [(([("a", 3), ("b", 5)], True), "b"), (([("a", 3), ("b", 5)], False), "a")],
    ),
    "the best so far": (
        (
            "def f(pairs):\n    best, kept = -99, None\n    for name, v in pairs:\n"
            "        if v > best:\n            best = v\n            kept = name\n"
            "    return kept\n"
        ),
        "            best = v\n",
        "",
        [(([("a", 3), ("b", 1)],), "a"), (([("a", 3), ("b", 5)],), "b")],
    ),
    "a start times a sign": (
        (
            "def f(xs, sign):\n    best = -float('inf') * sign\n    for x in xs:\n"
            "        if sign * x > sign * best:\n            best = x\n"
            "    return best\n"
        ),
        "-float('inf') * sign",
        "-1000 * sign",
        [(([5, 9], 1), 9), (([5000, 7000], -1), 5000), (([-5000], 1), -5000)],
    ),
    "asked once": (
        (
            "def g(asked, x):\n    asked.append(x)\n    return x\n\n\n"
            "def f(xs):\n    best, log = -99, []\n    for x in xs:\n"
            "        value = g(log, x)\n        if value > best:\n"
            "            best = value\n    return best, log\n"
        ),
        (
            "        value = g(log, x)\n"
            "        if value > best:\n            best = value\n"
        ),
        "        if g(log, x) > best:\n            best = g(log, x)\n",
        [(([3, 5],), (5, [3, 5])), (([4, 1],), (4, [4, 1]))],
    ),
    "a cut in one branch alone": (
        (
            "def f(xs, beta):\n    v, met = 0, []\n    for x in xs:\n"
            "        if x % 2:\n            v += x\n        else:\n            v += 1\n"
            "        met.append(x)\n        if v >= beta:\n            break\n"
            "    return met\n"
        ),
        (
            "        else:\n            v += 1\n        met.append(x)\n"
            "        if v >= beta:\n            break\n"
        ),
        (
            "            met.append(x)\n            if v >= beta:\n"
            "                break\n        else:\n            v += 1\n"
        ),
        [(([2, 4, 6], 2), [2, 4]), (([3, 2, 9], 4), [3, 2]), (([1, 2], 9), [1, 2])],
    ),
    "sorted for both players": (
        (
            "def f(game, state):\n    is_max = game.to_move(state) == 'max'\n"
            "    return sorted(state[1], reverse=is_max)\n"
        ),
        "reverse=is_max",
        "reverse=True",
        [((GAME, ("max", [1, 4])), [4, 1]), ((GAME, ("min", [4, 1])), [1, 4])],
    ),
    "an argument is turned as elsewhere": (
        (
            "def value(state, mine):\n    if isinstance(state, int):\n"
            "        return state\n"
            "    below = [value(each, 1 - mine) for each in state]\n"
            "    return min(below) if mine else max(below)\n\n\n"
            "def f(state, me):\n    first = value(state, me)\n"
            "    return first, [value(each, 1 - me) for each in state]\n"
        ),
        "value(each, 1 - me)",
        "value(each, me)",
        [(([[3, 5], [4, 1]], 0), (3, [3, 1])), (([[3, 5], [4, 1]], 1), (4, [5, 4]))],
    ),
    "a flag goes by the mover": (
        (
            "def value(state, is_max):\n"
            "    return max(state) if is_max else min(state)\n\n\n"
            "def f(mover, state):\n"
            "    below = [value(each, mover != 'max') for each in state]\n"
            "    if mover == 'max':\n        return max(below)\n"
            "    return min(below)\n"
        ),
        "mover != 'max'",
        "False",
        [(("max", [[3, 5], [4, 1]]), 3), (("min", [[3, 5], [4, 1]]), 4)],
    ),
    "a number is found more exactly": (
        (
            "def f(square, near=1e-8):\n    low, high = 0.0, 9.0\n"
            "    while high - low > near:\n        root = (low + high) / 2\n"
            "        if root * root < square:\n            low = root\n"
            "        else:\n            high = root\n    return round(low, 5)\n"
        ),
        "1e-8",
        "0.01",
        [((2,), 1.41421), ((3,), 1.73205), ((5,), 2.23607)],
    ),
    "a bound is raised from another one": (
        (
            "def f(alpha, beta, values):\n    for value in values:\n"
            "        beta = min(beta, value)\n        if beta <= alpha:\n"
            "            return value\n    return beta\n"
        ),
        "min(beta, value)",
        "min(alpha, value)",
        [((0, 9, [5, 3]), 3), ((0, 9, [5, 7]), 5), ((4, 9, [5, 3]), 3)],
    ),
    "a result is read as elsewhere": (
        (
            "def number(pair):\n"
            "    return pair[0] if isinstance(pair, tuple) else pair\n\n\n"
            "def look(state):\n    if isinstance(state, int):\n        return state\n"
            "    return max(number(look(child)) for child in state), 'a move'\n\n\n"
            "def f(state):\n    return number(look(state))\n"
        ),
        "number(look(child))",
        "look(child)",
        [(([[3, 5], [4]],), 5), (([2, 1],), 2), (([[[7]]],), 7)],
    ),
    "two marks of one number": (
        (
            "class Mark:\n    EXACT = 0\n    LOWER = 1\n    UPPER = 2\n\n\n"
            "def f(mark, bound):\n    kept = getattr(Mark, mark)\n"
            "    if kept == Mark.LOWER:\n        return bound\n"
            "    if kept == Mark.UPPER:\n        return -bound\n    return 0\n"
        ),
        "UPPER = 2",
        "UPPER = 1",
        [(("UPPER", 3), -3), (("LOWER", 4), 4), (("EXACT", 5), 0)],
    ),
    "the state that an action leads to": (
        (
            "def f(board, state):\n    for action in board.actions(state):\n"
            "        if board.to_move(board.result(state, action)) == 'min':\n"
            "            return action, board.result(state, action)\n"
            "    return None, state\n"
        ),
        "return action, board.result(state, action)",
        "return action, state",
        [
            ((GAME, ("max", [3, ("min", [4])])), (1, ("min", [4]))),
            ((GAME, ("min", [("min", [5])])), (0, ("min", [5]))),
        ],
    ),
    "pairs from leaves, and one part of each": (
        (
            "def f(game, state):\n    return best(game, state)[0]\n\n\n"
            "def best(game, state):\n    if game.is_terminal(state):\n"
            "        return game.utility(state), None\n    top, chosen = -99, None\n"
            "    for action in game.actions(state):\n"
            "        worth, _ = best(game, game.result(state, action))\n"
            "        if worth > top:\n            top, chosen = worth, action\n"
            "    return top, chosen\n"
        ),
        (
            "return game.utility(state), None\n    top, chosen = -99, None\n"
            "    for action in game.actions(state):\n        worth, _ ="
        ),
        (
            "return game.utility(state)\n    top, chosen = -99, None\n"
            "    for action in game.actions(state):\n        worth, ="
        ),
        [((GAME, ("max", [3, 5])), 5), ((GAME, ("max", [4, ("max", [1])])), 4)],
    ),
    "of the record above, or the root itself": (
        (
            "class Record:\n    def __init__(self, sign, parent=None):\n"
            "        self.sign = sign\n        self.parent = parent\n"
            "        self.total = 0\n\n\n"
            "def f(signs, payoff):\n    node, path = None, []\n"
            "    for sign in signs:\n        node = Record(sign, node)\n"
            "        path.append(node)\n    while node is not None:\n"
            "        node.total += payoff * (node.parent or node).sign\n"
            "        node = node.parent\n    return [each.total for each in path[1:]]\n"
        ),
        "(node.parent or node).sign",
        "node.sign",
        [(([1, -1, 1], 3), [3, -3]), (([1, 1, -1], 2), [2, 2])],
    ),
    "chosen by how often a child was visited": (
        (
            "class Child:\n    def __init__(self, value, visits):\n"
            "        self.value = value\n        self.visits = visits\n\n\n"
            "def f(rows, sign):\n    children = [Child(*row) for row in rows]\n"
            "    best, chosen = -99, None\n"
            "    for place, child in enumerate(children):\n"
            "        if sign == 1:\n            worth = child.value\n"
            "        else:\n            worth = 2 - child.value\n"
            "        worth = child.visits\n        if worth > best:\n"
            "            best, chosen = worth, place\n    return chosen\n"
        ),
        "        worth = child.visits\n",
        "",
        [
            (([(0.9, 3), (0.4, 8)], 1), 1),
            (([(0.9, 5), (0.4, 2)], -1), 0),
            (([(0.1, 5), (0.4, 2)], 1), 0),
            (([(0.9, 3), (0.4, 2)], 1), 0),
        ],
    ),
    "asked whatever the one before says": (
        (
            "def f(values, beta):\n    top, alpha, rows = -99, -99, []\n"
            "    for value in values:\n        rows.append(alpha)\n"
            "        if value > top:\n            top = value\n"
            "        if value >= beta:\n            return rows, top\n"
            "        if value > alpha:\n            alpha = value\n"
            "    return rows, top\n"
        ),
        "if value >= beta:\n            return rows, top\n        if value > alpha",
        "elif value >= beta:\n            return rows, top\n        elif value > alpha",
        [
            (([3, 5, 4], 9), ([-99, 3, 5], 5)),
            (([3, 9, 4], 9), ([-99, 3], 9)),
            (([7, 2, 8], 8), ([-99, 7, 7], 8)),
        ],
    ),
    "a shuffled list is none": (
        (
            "import random\n\n\ndef f(xs):\n    moves = list(xs)\n    best = -99\n"
            "    for x in moves:\n        best = max(best, x)\n    return best\n"
        ),
        "moves = list(xs)",
        "moves = random.shuffle(list(xs))",
        [(([3, 5],), 5), (([4, 1],), 4)],
    ),
    "a window that begins anew below": (
        (
            "def f(game, state, alpha=-99):\n    if game.is_terminal(state):\n"
            "        return game.utility(state)\n    worths = []\n"
            "    for each in game.actions(state):\n"
            "        below = game.result(state, each)\n"
            "        worths.append(f(game, below, -float('inf')))\n"
            "        if game.to_move(state) == 'max':\n"
            "            alpha = max(alpha, worths[-1])\n"
            "    if game.to_move(state) == 'max':\n        return alpha\n"
            "    return sum(worths) / len(worths)\n"
        ),
        "f(game, below, -float('inf'))",
        "f(game, below, alpha)",
        [
            ((GAME, ("max", [5, ("min", [("max", [3]), 9])])), 6),
            ((GAME, ("max", [4, ("min", [("max", [1]), 8])])), 4.5),
            ((GAME, ("max", [1, ("min", [("max", [3]), 9])])), 6),
        ],
    ),
    "the loop goes on behind what ends": (
        (
            "def f(game, state):\n    top, chosen = -99, None\n"
            "    for each in game.actions(state):\n"
            "        below = game.result(state, each)\n"
            "        if game.is_terminal(below):\n"
            "            worth = game.utility(below)\n"
            "        else:\n            worth = f(game, below)[0]\n"
            "        if worth > top:\n            top, chosen = worth, each\n"
            "    return top, chosen\n"
        ),
        "            worth = game.utility(below)\n",
        "            return game.utility(below), each\n",
        [
            ((GAME, ("max", [3, ("max", [5, 7])])), (7, 1)),
            ((GAME, ("max", [4, 2])), (4, 0)),
        ],
    ),
    "the end of the game behind a depth": (
        (
            "def f(game, state, depth):\n    asked = 'so deep', depth\n"
            "    if depth > 0 and not game.is_terminal(state):\n"
            "        below = [game.result(state, a) for a in game.actions(state)]\n"
            "        return max([f(game, each, depth - 1) for each in below])\n"
            "    return game.evaluate(state)\n"
        ),
        "if depth > 0 and not game.is_terminal(state):",
        "if depth > 0:",
        [
            ((GAME, ("max", [3, ("max", [4])]), 2), 5),
            ((GAME, ("max", [0]), 3), 0),
        ],
    ),
    "a payoff of the mover, in another function than its sign": (
        (
            "def worth(game, state):\n"
            "    return game.utility(state, game.to_move(state))\n\n\n"
            "def f(game, state):\n    if game.is_terminal(state):\n"
            "        return worth(game, state)\n"
            "    return max([-f(game, child) for child in state[1]])\n"
        ),
        (
            "game.utility(state, game.to_move(state))\n\n\n"
            "def f(game, state):\n    if game.is_terminal(state):\n"
            "        return worth(game, state)\n    return max([-f("
        ),
        (
            "game.utility(state, 'max')\n\n\n"
            "def f(game, state):\n    if game.is_terminal(state):\n"
            "        return worth(game, state)\n    return max([f("
        ),
        [
            ((IN_TURN, ("max", [("min", 3), ("min", -2)])), 3),
            ((IN_TURN, ("min", [("max", 3), ("max", -2)])), 2),
            ((IN_TURN, ("max", [("min", [("max", 4), ("max", 1)])])), 1),
        ],
    ),
}


class OnRows:
    """Calls of `f`, each a trial; they are all made in one process, one by one."""

    def __init__(self, rows: Rows) -> None:
        self.sizes: Sequence[int] = [len(rows)]
        self._rows, self._steps = rows, Steps()
        self._compiler = Compiler(self._steps)
        self.edited = Edited(self._steps)

    def facets(self, program: Program, trial: int) -> Facets | None:
        """Which calls return what they should; None where nothing can be compiled."""
        del trial
        try:
            return self._run(self._compiler.codes(program))
        except SyntaxError:
            return None

    def lines(self, program: Program, trial: int) -> set[Line]:
        """The lines that are run."""
        del trial
        self.edited.seen.clear()
        self._run(self._compiler.marking(program))
        return {*self.edited.seen}

    def spend(self, steps: int) -> None:
        """Count steps that no trial has made."""
        self._steps.spent += steps

    def spent(self) -> int:
        """The steps that were made so far."""
        return self._steps.spent

    def is_over(self) -> bool:
        """Whether the steps of the whole search are used up."""
        return self._steps.spent > BUDGET

    def _run(self, codes: Codes) -> Facets:
        self.edited.codes = codes
        self._steps.begin_trial(STEPS)
        candidate = Candidate("", "rows", self.edited)
        came: list[object] = []

        def kept(returned: object) -> dict[str, Any]:
            came.append(copy.deepcopy(returned))
            return {}

        right = []
        for given, wanted in self._rows:
            came.clear()
            made = Submission.call(candidate, "f", copy.deepcopy(given), (), kept)
            right.append("returned" in made and came == [wanted])
        self._steps.end_trial()
        return tuple(right)


def test_the_turns_of_a_comprehension_are_steps() -> None:
    """One that has no end in sight is stopped as any loop is."""
    endless = "def f(x):\n    return [i for i in iter(int, 1) if i == x]\n"
    trials = OnRows([((3,), [])])
    sys.meta_path.insert(0, trials.edited)
    try:
        assert trials.facets(Program({"rows": endless}), 0) == (False,)
    finally:
        trials.edited.forget()
        sys.meta_path.remove(trials.edited)


def repaired(source: str, rows: Rows) -> list[str]:
    """The programs, as written out, that a search finds, the smallest first."""
    random.seed(0)  # as behind the walls
    trials = OnRows(rows)
    sys.meta_path.insert(0, trials.edited)
    try:
        program = Program({"rows": written_out(source)})
        search = Search(program, trials, ("f",))
        search.try_first_edits() or search.try_further_edits()
        return [repair.program.sources["rows"] for repair in search.smallest()]
    finally:
        trials.edited.forget()
        sys.meta_path.remove(trials.edited)


# What only a wrong edit would make right: a program, its calls, and that edit.
NO_MISTAKES: dict[str, tuple[str, Rows, str]] = {
    "another default than a loop replaces": (
        (
            "def f(xs):\n    best = xs[0]\n    top = 0\n    for x in xs:\n"
            "        if abs(x - 9) < top:\n            best = x\n    return best\n"
        ),
        [(([5, 8],), 8)],
        "xs[1]",
    ),
    "a branch as another": (
        (
            "def f(x):\n    if x == 1:\n        v = 1\n    elif x == 2:\n"
            "        v = -1\n    else:\n        v = 0\n    return v\n"
        ),
        [((3,), 1), ((1,), 1), ((2,), -1)],
        "else:\n        v = 1",
    ),
    "what is divided by itself": (
        "def f(a, b):\n    return a / b\n",
        [((3, 2), 1), ((6, 4), 1)],
        "b / b",
    ),
    "a bound that moves outwards": (
        (
            "def f(xs):\n    alpha = 0\n    for x in xs:\n"
            "        alpha = max(alpha, x)\n    return alpha\n"
        ),
        [(([3, 8],), 0), (([-2, 1],), -2)],
        "min(alpha, x)",
    ),
    "another action, of which any may be taken": (
        "def f(game, state):\n    return game.actions(state)[0]\n",
        [((SimpleNamespace(actions=lambda state: ["a", state]), "b"), "b")],
        "actions(state)[1]",
    ),
    "the same where the actions have a name": (
        (
            "def f(game, state):\n    moves = game.actions(state)[:5]\n"
            "    return moves[0]\n"
        ),
        [((SimpleNamespace(actions=lambda state: ["a", state]), "b"), "b")],
        "moves[1]",
    ),
    "a bound for the best so far": (
        (
            "def f(xs, alpha):\n    best = -9\n    for x in xs:\n"
            "        best = max(best, x)\n        alpha = max(alpha, best)\n"
            "    return best\n"
        ),
        [(([-20], -5), -5), (([3], -5), 3)],
        "return alpha",
    ),
    "the same in either case": (
        "def f(x):\n    return 'min' if x == 'max' else 'max'\n",
        [(("max",), "max"), (("min",), "max")],
        "'max' if x == 'max' else 'max'",
    ),
    "infinity for a side": (
        ("def g(x, side):\n    return x * side\n\n\ndef f(x):\n    return g(x, 1)\n"),
        [((3,), math.inf), ((1,), math.inf)],
        "g(x, float('inf'))",
    ),
    "a best that begins with nothing, where nothing is added up": (
        (
            "def f(xs):\n    best, last = 9, None\n    best = float('inf')\n"
            "    for x in xs:\n        if x < best:\n            last = x\n"
            "        best = x\n    return last\n"
        ),
        [(([3, 8],), None), (([1, 4],), None)],
        "best = 0",
    ),
    "infinity for a mark": (
        (
            "def g(x, mark):\n    return mark, x < float('inf')\n\n\n"
            "def f(x):\n    return g(x, 'X')\n"
        ),
        [((3,), ("inf", True)), ((1,), ("inf", True))],
        "g(x, 'inf')",
    ),
    "a window turned where no sign is": (
        (
            "def g(alpha, beta):\n    return alpha, beta\n\n\n"
            "def f(alpha, beta):\n    return g(alpha, beta)\n"
        ),
        [((1, 2), (-2, -1)), ((0, 7), (-7, 0))],
        "g(-beta, -alpha)",
    ),
    "a depth that nobody asks for": (
        "def f(depth):\n    if depth == 1:\n        return 7\n    return depth\n",
        [((1,), 1), ((2,), 2)],
        "depth == -1",
    ),
    "a flag for a number": (
        ("def g(a, b):\n    return [a, b]\n\n\ndef f(x):\n    return g(x - 4, True)\n"),
        [((7,), [True, 3])],
        "g(True, x - 4)",
    ),
}


@for_each("name", NO_MISTAKES)
def test_an_edit_that_nobody_would_want_is_not_tried(name: str) -> None:
    """It makes all calls right, and still leads away from the mistake."""
    source, rows, edit = NO_MISTAKES[name]
    assert [text for text in repaired(source, rows) if edit in text] == []


@for_each("name", FAMILIES)
def test_the_line_of_a_fault_is_mended(name: str) -> None:
    """The smallest repair stands in it; in the right program there is none."""
    right, good, bad, rows = FAMILIES[name]
    assert right.count(good) == 1
    faulty = right.replace(good, bad)
    assert repaired(right, rows) == []
    first, *_ = repaired(faulty, rows)
    at_fault = lines_of_fault(faulty, right)
    changed = {each.first + 1 for each in changed_places(written_out(faulty), first)}
    assert changed <= at_fault
