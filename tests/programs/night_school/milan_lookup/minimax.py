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


def minimax_search(game, state):
    # hodnota -> tah
    if game.to_move(state) == "max":
        tahy = {min_value(game, s): tah for tah, s in game.successors(state)}
        return tahy[max(tahy)]
    tahy = {max_value(game, s): tah for tah, s in game.successors(state)}
    return tahy[min(tahy)]
