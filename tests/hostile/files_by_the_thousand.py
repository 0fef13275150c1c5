# expect: printed_too_much
# Fills its folder, which may lie in memory, with files until it is ended.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

number = 0
while True:
    number += 1
    with open(f"file-{number}", "wb") as file:
        file.write(bytes(32 << 10))



def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
