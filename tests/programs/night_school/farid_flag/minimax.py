def valeur(game, state, maximise):
    if game.is_terminal(state):
        return game.utility(state)
    enfants = [etat for (_coup, etat) in game.successors(state)]
    if maximise:
        return max([valeur(game, e, False) for e in enfants])
    else:
        return min([valeur(game, e, False) for e in enfants])


def max_value(game, state):
    return valeur(game, state, True)


def min_value(game, state):
    return valeur(game, state, False)


def minimax_search(game, state):
    coups = list(game.actions(state))
    max_joue = game.to_move(state) == "max"
    notes = [valeur(game, game.result(state, c), not max_joue) for c in coups]
    if max_joue:
        return coups[notes.index(max(notes))]
    return coups[notes.index(min(notes))]
