def minimax_search(game, state):
    """Return the action whose value is best."""
    scored = []
    for i, (action, nxt) in enumerate(game.successors(state)):
        scored.append((value(game, nxt), -i, action))
    return sorted(scored)[-1][2]


def value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return {"max": max_value, "min": min_value}[game.to_move(state)](game, state)


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return max(value(game, s) for _, s in game.successors(state))


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return min(value(game, s) for _, s in game.successors(state))
