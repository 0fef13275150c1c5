def h_minimax_search(game, state):
    best_action = None
    best_value = None
    maximizing = game.to_move(state) == "max"
    for action in game.actions(state):
        value = h_minimax(game, game.result(state, action), 1)
        if best_value is None:
            best_action, best_value = action, value
        elif maximizing and value > best_value:
            best_action, best_value = action, value
        elif not maximizing and value < best_value:
            best_action, best_value = action, value
    return best_action


def h_minimax(game, state, d):
    # stop?
    if game.is_cutoff(state, d):
        return game.evaluate(state)

    values = []
    for action in game.actions(state):
        d += 1  # one ply deeper
        values.append(h_minimax(game, game.result(state, action), d))

    if game.to_move(state) == "max":
        return max(values)
    else:
        return min(values)
