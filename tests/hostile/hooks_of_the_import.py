# expect: wrong_value|crashed
# Answers every import with a module of its own that says yes to everything.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import sys
from importlib.machinery import ModuleSpec


class Yes:
    def find_spec(self, name, path=None, target=None):
        print("imports", name)
        return ModuleSpec(name, self)

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        module.__getattr__ = lambda name: lambda *_, **__: True


sys.meta_path.insert(0, Yes())
for name in ("json", "struct", "linecache", "traceback", "autograder.worker.values"):
    sys.modules.pop(name, None)


def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
