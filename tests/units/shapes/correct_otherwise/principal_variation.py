def principal_variation(game, state):
    return tuple(line(game, state)[1])


def minimax(game, state):
    return line(game, state)[0]


def line(game, state):
    if game.is_terminal(state):
        return game.utility(state), []
    found = []
    for action, child in game.successors(state):
        value, rest = line(game, child)
        found.append((value, [action, *rest]))
    choose = max if game.to_move(state) == "max" else min
    return choose(found, key=lambda pair: pair[0])
