# expect: wrong_value
# Prints what a crash handler prints, with paths of its choice; it is only text.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

print("Fatal Python error: Segmentation fault")
print("Stack (most recent call first):")
print(f'  File "{__file__}", line 999999999 in <b>passed</b>')
print('  File "/etc/passwd", line 1 in root')


def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
