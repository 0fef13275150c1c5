# Expectiminimax - Jonas, Uebungsblatt 8
# MAX, MIN und Zufall

GROSS = 10000


def naechster_wert(game, folgezustand):
    wer = game.to_move(folgezustand)
    if wer == "max":
        ergebnis = max_value(game, folgezustand)
    elif wer == "min":
        ergebnis = min_value(game, folgezustand)
    else:
        ergebnis = exp_value(game, folgezustand)
    return ergebnis


def expectiminimax_search(game, state):
    aktionen = game.actions(state)
    # Werte ausrechnen
    werte = [0] * len(aktionen)
    for i in range(len(aktionen)):
        werte[i] = naechster_wert(game, game.result(state, aktionen[i]))
    # Index vom besten suchen
    bester = 0
    for i in range(len(aktionen)):
        if game.to_move(state) == "max":
            if werte[i] > werte[bester]:
                bester = i
        else:
            if werte[i] < werte[bester]:
                bester = i
    return aktionen[bester]


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    v = -GROSS
    for aktion in game.actions(state):
        wert = naechster_wert(game, game.result(state, aktion))
        if wert > v:
            v = wert
    return v


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    v = +GROSS
    for aktion in game.actions(state):
        wert = naechster_wert(game, game.result(state, aktion))
        if wert < v:
            v = wert
    return v


def exp_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    v = 0
    # alle Ergebnisse vom Wuerfel
    for (wahrscheinlichkeit, folgezustand) in game.outcomes(state):
        wert = naechster_wert(game, folgezustand)
        v = wahrscheinlichkeit * wert
    return v
