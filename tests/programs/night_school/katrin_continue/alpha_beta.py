INF = float("inf")


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = -INF
    for aktion in game.actions(state):
        kind = game.result(state, aktion)
        v = max(v, min_value(game, kind, alpha, beta))
        alpha = max(alpha, v)
        if alpha >= beta:
            continue  # Beta-Schnitt: Rest ueberspringen
    return v


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = INF
    for aktion in game.actions(state):
        kind = game.result(state, aktion)
        v = min(v, max_value(game, kind, alpha, beta))
        beta = min(beta, v)
        if beta <= alpha:
            continue  # Alpha-Schnitt
    return v


def alpha_beta_search(game, state):
    alpha, beta = -INF, INF
    beste = None
    for aktion in game.actions(state):
        kind = game.result(state, aktion)
        if game.to_move(state) == "max":
            wert = min_value(game, kind, alpha, beta)
            if beste is None or wert > alpha:
                beste = aktion
                alpha = wert
        else:
            wert = max_value(game, kind, alpha, beta)
            if beste is None or wert < beta:
                beste = aktion
                beta = wert
    return beste
