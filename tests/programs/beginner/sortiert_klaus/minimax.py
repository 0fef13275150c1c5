# Klaus, 1. Semester
# Ich sammle erst alle Werte und sortiere sie dann.


def alle_werte(game, state):
    # Liste mit den Werten von allen Nachfolgern
    werte = []
    for aktion in game.actions(state):
        kind = game.result(state, aktion)
        if game.to_move(state) == "max":
            werte.append(min_value(game, kind))
        else:
            werte.append(max_value(game, kind))
    return werte


def minimax_search(game, state):
    werte = alle_werte(game, state)
    # Kopie sortieren, damit die Reihenfolge der Aktionen bleibt
    kopie = list(werte)
    kopie.sort()
    if game.to_move(state) == "max":
        gesucht = kopie[len(kopie) - 1]
    else:
        gesucht = kopie[0]
    # die erste Aktion mit diesem Wert suchen
    for i in range(len(werte)):
        if werte[i] == gesucht:
            return game.actions(state)[i]


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    werte = alle_werte(game, state)
    werte.sort()
    return werte[-1]


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    werte = alle_werte(game, state)
    werte.sort()
    return werte[0]
