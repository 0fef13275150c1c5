# expect: broke_protocol
# Makes isinstance, abs, len and json agree with it; it breaks its own harness alone.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import builtins
import json
import math
import random
import unittest

builtins.isinstance = lambda *_: True
builtins.abs = lambda *_: 0
builtins.len = lambda *_: 5
builtins.max = builtins.min = lambda *_, **__: 5
json.dumps = lambda *_, **__: '{"returned": {"kind": "number", "number": 5}}'
math.isclose = lambda *_, **__: True
random.seed = lambda *_: None
unittest.TestCase.assertEqual = lambda *_: None


def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
