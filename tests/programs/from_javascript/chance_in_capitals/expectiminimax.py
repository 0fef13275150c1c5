case = "CHANCE"


def recurse(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    who = game.to_move(state)
    if who == case:
        return sum(p * recurse(game, s) for p, s in game.outcomes(state))
    scores = [recurse(game, s) for _, s in game.successors(state)]
    if who == "max":
        return max(scores)
    return min(scores)


def max_value(game, state):
    return recurse(game, state)


def min_value(game, state):
    return recurse(game, state)


def exp_value(game, state):
    return recurse(game, state)


def expectiminimax_search(game, state):
    moves = game.actions(state)
    scores = [recurse(game, game.result(state, m)) for m in moves]
    pick = max(scores) if game.to_move(state) == "max" else min(scores)
    return moves[scores.index(pick)]
