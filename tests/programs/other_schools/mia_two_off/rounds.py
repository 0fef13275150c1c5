# value() decides, as in the Pacman project


def rounds_search(game, state, rounds):
    best_score, best_action = None, None
    for action in game.actions(state):
        score = value(game, game.result(state, action), rounds)
        if best_score is None or score > best_score:
            best_score, best_action = score, action
    return best_action


def value(game, state, rounds):
    if game.is_terminal(state):
        return game.utility(state)
    if game.to_move(state) == "max":
        rounds -= 1
        if rounds <= 0:
            return game.evaluate(state)
        return max_value(game, state, rounds)
    return min_value(game, state, rounds)


def max_value(game, state, rounds):
    if game.is_terminal(state):
        return game.utility(state)
    if rounds <= 0:
        return game.evaluate(state)
    scores = []
    for action in game.actions(state):
        scores.append(value(game, game.result(state, action), rounds - 1))
    return max(scores)


def min_value(game, state, rounds):
    if game.is_terminal(state):
        return game.utility(state)
    scores = []
    for action in game.actions(state):
        scores.append(value(game, game.result(state, action), rounds))
    return min(scores)
