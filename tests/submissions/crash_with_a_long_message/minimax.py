def max_value(game, state):
    dump = "\n".join(str((state, i, "#" * i)) for i in range(2000))
    raise ValueError("\x1b[31mno value\x1b[0m for " + dump)


def min_value(game, state):
    max_value(game, state)


def minimax_search(game, state):
    max_value(game, state)
