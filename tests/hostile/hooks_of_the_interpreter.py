# expect: wrong_value
# Watches the harness by tracing, profiling and audit hooks; it knows nothing.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import sys

seen = []


def watch(frame, event, argument):
    seen.append((frame.f_code.co_name, event, repr(argument)[:50]))
    return watch


def audit(event, arguments):
    seen.append((event, repr(arguments)[:50]))


sys.settrace(watch)
sys.setprofile(watch)
sys.addaudithook(audit)


def max_value(game, state):
    sys.setprofile(None)
    sys.settrace(None)
    print(*[entry for entry in seen if "S" in str(entry)][:20], sep="\n")
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value


def minimax_search(game, state):
    return game.actions(state)[0]
