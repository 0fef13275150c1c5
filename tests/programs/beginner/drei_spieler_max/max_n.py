# Max F. - Spiel mit mehreren Spielern


def max_n_search(game, state):
    # Nummer des Spielers suchen
    name = game.to_move(state)
    spieler = game.players()
    nummer = 0
    for i in range(len(spieler)):
        if spieler[i] == name:
            nummer = i
    # beste Aktion suchen
    beste_aktion = None
    beste_werte = None
    for aktion in game.actions(state):
        werte = max_n(game, game.result(state, aktion))
        if beste_werte is None:
            beste_werte = werte
            beste_aktion = aktion
        elif werte[nummer] > beste_werte[nummer]:
            beste_werte = werte
            beste_aktion = aktion
    return beste_aktion


def max_n(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    beste_werte = None
    for aktion in game.actions(state):
        werte = max_n(game, game.result(state, aktion))
        if beste_werte is None:
            beste_werte = werte
        elif werte > beste_werte:
            beste_werte = werte
    return beste_werte
