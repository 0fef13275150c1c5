def quiescence_search(game, state, depth):
    values = {action: value(game, game.result(state, action), depth - 1) for action in game.actions(state)}
    best = max if game.to_move(state) == "max" else min
    return best(values, key=values.get)


def value(game, state, depth):
    over = game.is_terminal(state)
    if over or (depth < 1 and game.is_quiet(state)):
        return game.evaluate(state)
    choose = {"max": max, "min": min}[game.to_move(state)]
    return choose(value(game, child, depth - 1) for _, child in game.successors(state))


max_value = min_value = value
