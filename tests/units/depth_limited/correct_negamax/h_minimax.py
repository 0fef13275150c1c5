def h_minimax_search(game, state):
    return max(
        game.successors(state),
        key=lambda pair: -negamax(game, pair[1], 1, other(game.to_move(state))),
    )[0]


def h_minimax(game, state, d):
    mover = game.to_move(state)
    v = negamax(game, state, d, mover)
    return v if mover == "max" else -v


def other(player):
    return "min" if player == "max" else "max"


def negamax(game, state, d, player):
    """What the state is worth to `player`, who is to move."""
    if game.is_cutoff(state, d):
        return game.evaluate(state, player)
    return max(
        -negamax(game, child, d + 1, other(player))
        for _, child in game.successors(state)
    )
