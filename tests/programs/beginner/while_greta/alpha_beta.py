# Greta - Alpha-Beta mit while-Schleifen
import math


def alpha_beta_search(game, state):
    # am Anfang wissen wir noch nichts
    alpha = -math.inf
    beta = math.inf
    zuege = game.successors(state)
    gemerkt = zuege[0][0]
    nummer = 0
    while nummer < len(zuege):
        name = zuege[nummer][0]
        kind = zuege[nummer][1]
        if game.to_move(state) == "min":
            ergebnis = max_value(game, kind, alpha, beta)
            if ergebnis < beta:
                beta = ergebnis
                gemerkt = name
        else:
            ergebnis = min_value(game, kind, alpha, beta)
            if ergebnis > alpha:
                alpha = ergebnis
                gemerkt = name
        nummer += 1
    return gemerkt


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    zuege = game.successors(state)
    hoechster = -math.inf
    fertig = False
    nummer = 0
    while not fertig:
        ergebnis = min_value(game, zuege[nummer][1], alpha, beta)
        if hoechster < ergebnis:
            hoechster = ergebnis
        if alpha < hoechster:
            alpha = hoechster
        nummer += 1
        # fertig wenn keine Zuege mehr da sind
        if nummer == len(zuege):
            fertig = True
        # fertig wenn wir schneiden koennen
        if hoechster > beta:
            fertig = True
    return hoechster


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    zuege = game.successors(state)
    kleinster = math.inf
    fertig = False
    nummer = 0
    while not fertig:
        ergebnis = max_value(game, zuege[nummer][1], alpha, beta)
        if kleinster > ergebnis:
            kleinster = ergebnis
        if beta > kleinster:
            beta = kleinster
        nummer += 1
        # fertig wenn keine Zuege mehr da sind
        if nummer == len(zuege):
            fertig = True
        # fertig wenn wir schneiden koennen
        if kleinster < alpha:
            fertig = True
    return kleinster
