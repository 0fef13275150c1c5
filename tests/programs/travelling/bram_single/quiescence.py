def quiescence_search(game, state, depth):
    best = {"max": max, "min": min}[game.to_move(state)]
    return best(
        game.actions(state),
        key=lambda a: look(game, game.result(state, a), depth - 1),
    )


def look(game, state, left):
    if game.is_terminal(state):
        return game.utility(state)
    if left <= 0 and game.is_quiet(state):
        return game.evaluate(state)
    best = {"max": max, "min": min}[game.to_move(state)]
    return best(look(game, s, left - 1) for _, s in game.successors(state))


max_value = min_value = look
