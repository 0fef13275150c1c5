def viewpoint_search(game, state):
    player = game.to_move(state)
    return max(game.actions(state), key=lambda a: value(game, game.result(state, a), player))


def value(game, state, who):
    sign = 1 if who == "max" else -1
    if game.is_terminal(state):
        return sign * game.utility(state)
    values = [value(game, child, who) for _, child in game.successors(state)]
    if who == game.to_move(state):
        return max(values)
    return min(values)
