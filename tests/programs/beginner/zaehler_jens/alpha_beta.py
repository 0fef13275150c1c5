# Jens K., Blatt 6, Aufgabe 2

UNENDLICH = float("inf")


def groesser(a, b):
    # gibt die groessere Zahl zurueck
    if a > b:
        return a
    else:
        return b


def kleiner(a, b):
    # gibt die kleinere Zahl zurueck
    if a < b:
        return a
    else:
        return b


def alpha_beta_search(game, state):
    alpha = -UNENDLICH
    beta = UNENDLICH
    nachfolger = game.successors(state)
    beste_aktion = nachfolger[0][0]
    wer = game.to_move(state)
    zaehler = 0
    for (aktion, neuer_zustand) in nachfolger:
        zaehler = zaehler + 1
        if wer == "max":
            wert = min_value(game, neuer_zustand, alpha, beta)
            if wert > alpha:
                alpha = wert
                beste_aktion = aktion
        if wer == "min":
            wert = max_value(game, neuer_zustand, alpha, beta)
            if wert < beta:
                beta = wert
                beste_aktion = aktion
    return beste_aktion


def max_value(game, state, alpha, beta):
    # 1. Schritt: ist das Spiel vorbei?
    if game.is_terminal(state):
        return game.utility(state)
    # 2. Schritt: alle Nachfolger durchgehen
    wert = -UNENDLICH
    for (aktion, neuer_zustand) in game.successors(state):
        wert = groesser(wert, min_value(game, neuer_zustand, alpha, beta))
        # 3. Schritt: abschneiden
        if wert >= beta:
            return wert
        # 4. Schritt: alpha anpassen
        alpha = groesser(alpha, wert)
    return wert


def min_value(game, state, alpha, beta):
    # 1. Schritt: ist das Spiel vorbei?
    if game.is_terminal(state):
        return game.utility(state)
    # 2. Schritt: alle Nachfolger durchgehen
    wert = UNENDLICH
    for (aktion, neuer_zustand) in game.successors(state):
        wert = kleiner(wert, max_value(game, neuer_zustand, beta, alpha))
        # 3. Schritt: abschneiden
        if wert <= alpha:
            return wert
        # 4. Schritt: beta anpassen
        beta = kleiner(beta, wert)
    return wert
