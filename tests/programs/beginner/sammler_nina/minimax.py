# Nina H.
# Idee: alle Werte in einer Liste sammeln und am Ende max oder min nehmen

werte_max = []
werte_min = []


def minimax_search(game, state):
    paare = game.successors(state)
    beste_aktion = paare[0][0]
    if game.to_move(state) == "max":
        bester_wert = min_value(game, paare[0][1])
        for i in range(1, len(paare)):
            wert = min_value(game, paare[i][1])
            if wert > bester_wert:
                bester_wert = wert
                beste_aktion = paare[i][0]
    else:
        bester_wert = max_value(game, paare[0][1])
        for i in range(1, len(paare)):
            wert = max_value(game, paare[i][1])
            if wert < bester_wert:
                bester_wert = wert
                beste_aktion = paare[i][0]
    return beste_aktion


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    # Werte der Nachfolger in die Liste
    for (aktion, nachfolger) in game.successors(state):
        wert = min_value(game, nachfolger)
        werte_max.append(wert)
    # den groessten zurueckgeben
    return max(werte_max)


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    # Werte der Nachfolger in die Liste
    for (aktion, nachfolger) in game.successors(state):
        wert = max_value(game, nachfolger)
        werte_min.append(wert)
    # den kleinsten zurueckgeben
    return min(werte_min)
