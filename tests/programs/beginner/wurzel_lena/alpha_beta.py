# Alpha-Beta nach den Folien von Vorlesung 7
# Lena S.

import math


def alpha_beta_search(game, state):
    alpha = -math.inf
    beta = math.inf
    bester_wert = None
    beste_aktion = None
    ist_max_dran = False
    if game.to_move(state) == "MAX":
        ist_max_dran = True
    # jede Aktion ausprobieren
    for aktion in game.actions(state):
        folge = game.result(state, aktion)
        if ist_max_dran:
            wert = min_value(game, folge, alpha, beta)
            if bester_wert is None or wert > bester_wert:
                bester_wert = wert
                beste_aktion = aktion
            alpha = max(alpha, bester_wert)
        else:
            wert = max_value(game, folge, alpha, beta)
            if bester_wert is None or wert < bester_wert:
                bester_wert = wert
                beste_aktion = aktion
            beta = min(beta, bester_wert)
        # print("Aktion", aktion, "hat den Wert", wert)
    return beste_aktion


def max_value(game, state, alpha, beta):
    # Blatt erreicht
    if game.is_terminal(state):
        return game.utility(state)
    v = -math.inf
    for aktion in game.actions(state):
        folge = game.result(state, aktion)
        v = max(v, min_value(game, folge, alpha, beta))
        alpha = max(alpha, v)
        if alpha >= beta:
            break
    return v


def min_value(game, state, alpha, beta):
    # Blatt erreicht
    if game.is_terminal(state):
        return game.utility(state)
    v = math.inf
    for aktion in game.actions(state):
        folge = game.result(state, aktion)
        v = min(v, max_value(game, folge, alpha, beta))
        beta = min(beta, v)
        if alpha >= beta:
            break
    return v
