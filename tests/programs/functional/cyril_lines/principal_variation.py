from operator import itemgetter


def principal_variation(game, state):
    _, line = best_line(game, state)
    return list(line)


def minimax(game, state):
    value, _ = best_line(game, state)
    return value


def best_line(game, state):
    """The pair (value, actions of best play)."""
    if game.is_terminal(state):
        return game.utility(state), ()
    lines = [
        (value, (action, *line))
        for action, child in game.successors(state)
        for value, line in [best_line(game, child)]
    ]
    pick = max if game.to_move(state) == "max" else min
    return pick(lines, key=itemgetter(0))
