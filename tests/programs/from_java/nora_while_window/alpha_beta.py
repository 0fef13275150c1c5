import math


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = -math.inf;
    it = iter(game.actions(state));
    action = next(it, None);
    # go on as long as the window is not crossed
    while action is not None and not v > beta:
        low = alpha if alpha > v else v;
        v = max(v, min_value(game, game.result(state, action), low, beta));
        action = next(it, None);
    return v;


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = math.inf;
    it = iter(game.actions(state));
    action = next(it, None);
    while action is not None and not v < alpha:
        high = beta if beta < v else v;
        v = min(v, max_value(game, game.result(state, action), alpha, high));
        action = next(it, None);
    return v;


def alpha_beta_search(game, state):
    isMax = game.to_move(state) == "max";
    best = -math.inf if isMax else math.inf;
    bestAction = None;
    for action in game.actions(state):
        child = game.result(state, action);
        if isMax:
            value = min_value(game, child, best, math.inf);
            if value > best:
                best, bestAction = value, action;
        else:
            value = max_value(game, child, -math.inf, best);
            if value < best:
                best, bestAction = value, action;
    return bestAction;
