def h_minimax(game, state, d):
    if game.is_cutoff(state, d):
        return game.evaluate(state)
    scores = []
    if game.to_move(state) == "max":
        for _, child in game.successors(state):
            scores.append(h_minimax(game, child, d + 1))
        return max(scores)
    for _, child in game.successors(state):
        scores.append(h_minimax(game, child, d))
    return min(scores)


def h_minimax_search(game, state):
    choose = max if game.to_move(state) == "max" else min
    children = dict(game.successors(state))
    return choose(children, key=lambda a: h_minimax(game, children[a], 1))
