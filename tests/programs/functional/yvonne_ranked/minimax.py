from operator import itemgetter


def ranking(game, state):
    """All actions with their values, the best for the mover first."""
    mine = game.to_move(state) == "max"
    child_value = min_value if mine else max_value
    scored = [(action, child_value(game, s)) for action, s in game.successors(state)]
    return sorted(scored, key=itemgetter(1), reverse=mine)


def minimax_search(game, state):
    (action, _), *_ = ranking(game, state)
    return action


def max_value(game, state):
    if not (children := game.successors(state)):
        return game.utility(state)
    *_, largest = sorted(min_value(game, s) for _, s in children)
    return largest


def min_value(game, state):
    if not (children := game.successors(state)):
        return game.utility(state)
    smallest, *_ = sorted(max_value(game, s) for _, s in children)
    return smallest
