import math


def depth_limited_alpha_beta_search(game, state, depth):
    # Startwerte
    alpha = -math.inf
    beta = math.inf
    aktionen = list(game.actions(state))
    auswahl = aktionen[0]
    am_zug = game.to_move(state)
    neue_tiefe = depth - 1
    for nummer in range(len(aktionen)):
        aktion = aktionen[nummer]
        nachfolger = game.result(state, aktion)
        if am_zug == "max":
            wert = min_value(game, nachfolger, alpha, beta, neue_tiefe)
            if wert > alpha:
                alpha = wert
                auswahl = aktion
        else:
            wert = max_value(game, nachfolger, alpha, beta, neue_tiefe)
            if wert < beta:
                beta = wert
                auswahl = aktion
    return auswahl


def max_value(game, state, alpha, beta, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth <= 0:
        return game.evaluate(state)
    v = -math.inf
    aktionen = list(game.actions(state))
    for nummer in range(len(aktionen)):
        nachfolger = game.result(state, aktionen[nummer])
        # eine Ebene tiefer
        depth = depth - 1
        wert = min_value(game, nachfolger, alpha, beta, depth)
        if wert > v:
            v = wert
        if v >= beta:
            return v
        if v > alpha:
            alpha = v
    return v


def min_value(game, state, alpha, beta, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth <= 0:
        return game.evaluate(state)
    v = math.inf
    # eine Ebene tiefer
    neue_tiefe = depth - 1
    aktionen = list(game.actions(state))
    for nummer in range(len(aktionen)):
        nachfolger = game.result(state, aktionen[nummer])
        wert = max_value(game, nachfolger, alpha, beta, neue_tiefe)
        if wert < v:
            v = wert
        if v <= alpha:
            return v
        if v < beta:
            beta = v
    return v
