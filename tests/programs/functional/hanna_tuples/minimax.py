def minimax_search(game, state):
    pick, child_value = (
        (max, min_value) if game.to_move(state) == "max" else (min, max_value)
    )
    action, _ = pick((a, child_value(game, s)) for a, s in game.successors(state))
    return action


def max_value(game, state):
    return (
        game.utility(state)
        if game.is_terminal(state)
        else max(min_value(game, s) for _, s in game.successors(state))
    )


def min_value(game, state):
    return (
        game.utility(state)
        if game.is_terminal(state)
        else min(max_value(game, s) for _, s in game.successors(state))
    )
