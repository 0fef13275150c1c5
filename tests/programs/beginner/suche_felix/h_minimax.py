# Felix, Gruppe 3
# H-Minimax mit Cutoff

startwert = None


def h_minimax_search(game, state):
    tiefe = 0
    beste_aktion = startwert
    bester_wert = startwert
    spieler = game.to_move(state)
    for aktion in game.actions(state):
        naechster = game.result(state, aktion)
        wert = h_minimax(game, naechster, tiefe)
        besser = False
        if bester_wert == None:
            besser = True
        elif spieler == "max" and wert > bester_wert:
            besser = True
        elif spieler == "min" and wert < bester_wert:
            besser = True
        if besser == True:
            bester_wert = wert
            beste_aktion = aktion
    return beste_aktion


def h_minimax(game, state, d):
    # Abbruch?
    if game.is_cutoff(state, d):
        return game.evaluate(state)
    spieler = game.to_move(state)
    bester_wert = startwert
    for aktion in game.actions(state):
        naechster = game.result(state, aktion)
        wert = h_minimax(game, naechster, d + 1)
        besser = False
        if bester_wert == None:
            besser = True
        elif spieler == "max" and wert > bester_wert:
            besser = True
        elif spieler == "min" and wert < bester_wert:
            besser = True
        if besser == True:
            bester_wert = wert
    return bester_wert
