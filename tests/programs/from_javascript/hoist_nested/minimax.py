import math


def maxValue(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    best = -math.inf

    def visit(child):
        v = minValue(game, child)
        best = max(best, v)

    for _, child in game.successors(state):
        visit(child)
    return best


def minValue(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    best = math.inf

    def visit(child):
        v = maxValue(game, child)
        best = min(best, v)

    for _, child in game.successors(state):
        visit(child)
    return best


max_value = maxValue
min_value = minValue


def minimax_search(game, state):
    isMax = game.to_move(state) == "max"
    scored = [(minValue if isMax else maxValue)(game, s) for _, s in game.successors(state)]
    target = (max if isMax else min)(scored)
    return game.actions(state)[scored.index(target)]
