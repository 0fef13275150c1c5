import math


def minimax(curDepth, node, maxTurn, game):
    # base case
    if game.is_terminal(node):
        return game.utility(node)
    kids = [game.result(node, x) for x in game.actions(node)]
    if maxTurn:
        best = -math.inf
        for k in kids:
            best = max(best, minimax(curDepth + 1, k, False, game))
        return best
    else:
        best = math.inf
        for kid in kids:
            best = min(best, minimax(curDepth + 1, kid, False, game))
        return best


def max_value(game, state):
    return minimax(0, state, True, game)


def min_value(game, state):
    return minimax(0, state, False, game)


def minimax_search(game, state):
    results = []
    if game.to_move(state) == "max":
        for x in game.actions(state):
            results.append((x, min_value(game, game.result(state, x))))
        target = max(v for _, v in results)
    else:
        for x in game.actions(state):
            results.append((x, max_value(game, game.result(state, x))))
        target = min(v for _, v in results)
    for x, v in results:
        if v == target:
            return x
