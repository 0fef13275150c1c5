# Minimax, Paul W.
import math


def minimax_search(game, state):
    liste = game.successors(state)
    bester = None
    bester_wert = 0
    for i in range(len(liste)):
        (aktion, kind) = liste[i]
        if game.to_move(state) == "max":
            wert = min_value(game, kind)
            if bester is None:
                bester = aktion
                bester_wert = wert
            elif wert > bester_wert:
                bester = aktion
                bester_wert = wert
        else:
            wert = max_value(game, kind)
            if bester is None:
                bester = aktion
                bester_wert = wert
            elif wert < bester_wert:
                bester = aktion
                bester_wert = wert
    return bester


def max_value(game, state):
    # wenn das Spiel zu Ende ist
    if game.is_terminal(state):
        return game.utility(state)
    v = -math.inf
    # fuer jeden Nachfolger
    for aktion in game.actions(state):
        kind = game.result(state, aktion)
        wert = min_value(game, kind)
        if wert > v:
            v = wert
    return v


def min_value(game, state):
    # wenn das Spiel zu Ende ist
    if game.is_terminal(state):
        return game.utility(state)
    kleinster = math.inf
    # fuer jeden Nachfolger
    for aktion in game.actions(state):
        kind = game.result(state, aktion)
        wert = max_value(game, kind)
        if wert < kleinster:
            kleinster = wert
        return kleinster
