# Uebung 4 - Alpha-Beta-Suche
# Otto B.

import math


def alpha_beta_search(game, state):
    # wer ist dran?
    spieler = game.to_move(state)
    alpha = -math.inf
    beta = math.inf
    # alle Zuege holen
    zuege = game.actions(state)
    bester_zug = zuege[0]
    if spieler == "max":
        bester_wert = -math.inf
        for i in range(len(zuege)):
            zug = zuege[i]
            kind = game.result(state, zug)
            wert = min_value(game, kind, alpha, beta)
            if wert > bester_wert:
                bester_wert = wert
                bester_zug = zug
            if bester_wert > alpha:
                alpha = bester_wert
    else:
        bester_wert = math.inf
        for i in range(len(zuege)):
            zug = zuege[i]
            kind = game.result(state, zug)
            wert = max_value(game, kind, alpha, beta)
            if wert < bester_wert:
                bester_wert = wert
                bester_zug = zug
            if bester_wert < beta:
                beta = bester_wert
    # den besten Zug zurueckgeben
    return bester_zug


def max_value(game, state, alpha, beta):
    # Spiel zu Ende?
    if game.is_terminal(state):
        return game.utility(state)
    # v auf minus unendlich setzen
    v = -math.inf
    zuege = game.actions(state)
    for i in range(len(zuege)):
        kind = game.result(state, zuege[i])
        wert = min_value(game, kind, alpha, beta)
        # print(state, zuege[i], wert)
        if wert > v:
            v = wert
        if v >= beta:
            return v
        if v > alpha:
            alpha = v
    return v


def min_value(game, state, alpha, beta):
    # Spiel zu Ende?
    if game.is_terminal(state):
        return game.utility(state)
    # v auf plus unendlich setzen
    v = math.inf
    zuege = game.actions(state)
    for i in range(len(zuege)):
        kind = game.result(state, zuege[i])
        wert = max_value(game, kind, alpha, beta)
        # print(state, zuege[i], wert)
        if wert < v:
            v = wert
        if v <= beta:
            return v
        if v < beta:
            beta = v
    return v
