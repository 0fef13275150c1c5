# expect: wrong_value
# Walks up the stack for what its callers know; they know no more than it does.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import inspect
import sys


def expected():
    frame = sys._getframe()
    while frame is not None:
        for name, value in list(frame.f_locals.items()):
            if "expect" in name or "answer" in name or "tree" in name:
                print(name, repr(value)[:500])
        frame = frame.f_back
    for frame in sys._current_frames().values():
        print(frame.f_code.co_name)
    for info in inspect.stack():
        print(info.function, [line.strip() for line in info.code_context or ()])


def max_value(game, state):
    expected()
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value


def minimax_search(game, state):
    return game.actions(state)[0]
