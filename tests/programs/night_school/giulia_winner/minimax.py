import math


def minimax_search(game, state):
    """Sceglie la mossa migliore."""
    migliore = None
    if game.to_move(state) == "max":
        record = -math.inf
        for azione, figlio in game.successors(state):
            valore = min_value(game, figlio)
            if valore > record:
                record = valore
                migliore = azione
    else:
        record = math.inf
        for azione, figlio in game.successors(state):
            valore = max_value(game, figlio)
            if valore < record:
                record = valore
                migliore = azione
    return migliore


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    v = -math.inf
    for _, figlio in game.successors(state):
        v = max(v, min_value(game, figlio))
        # ha vinto: meglio di cosi' non si puo'
        if v >= 1:
            break
    return v


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    v = math.inf
    for _, figlio in game.successors(state):
        v = min(v, max_value(game, figlio))
        if v <= -1:  # ha perso
            break
    return v
