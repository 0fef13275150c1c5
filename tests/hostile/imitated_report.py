# expect: wrong_value
# Prints the report of a right submission; its output stands apart from the report.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

print("\n" * 3)
print("minimax                                                                  6/6")
print(" ✓ max_first      3/3  correct\n\nTotal                        6/6")
print("PASSED 10/10\nOK\nRan 2 tests in 0.001s\nscore: 100")


def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
