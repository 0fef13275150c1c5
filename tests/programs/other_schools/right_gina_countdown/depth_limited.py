def depth_limited_search(game, state, depth):
    sign = 1 if game.to_move(state) == "max" else -1
    worth = [sign * plies(game, s, depth - 1) for _, s in game.successors(state)]
    return game.actions(state)[worth.index(max(worth))]


def plies(game, state, left):
    if game.is_terminal(state):
        return game.utility(state)
    if not left:
        return game.evaluate(state)
    below = (plies(game, s, left - 1) for _, s in game.successors(state))
    return max(below) if game.to_move(state) == "max" else min(below)


max_value = min_value = plies
