def negamax_search(game, state):
    side = game.to_move(state)
    scores = {}
    for action, child in game.successors(state):
        score = negamax(game, child)
        scores[action] = score if game.to_move(child) == side else 0 - score
    return max(scores, key=scores.get)


def negamax(game, state):
    side = game.to_move(state)
    if game.is_terminal(state):
        color = {"max": 1, "min": -1}[side]
        return color * game.utility(state)
    best = None
    for action in game.actions(state):
        child = game.result(state, action)
        score = negamax(game, child)
        if game.to_move(child) != side:
            score = -score
        if best is None or score > best:
            best = score
    return best
