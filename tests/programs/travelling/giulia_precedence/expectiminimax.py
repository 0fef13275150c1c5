import math


def expectiminimax_search(game, state):
    """Restituisce la mossa migliore."""
    massimo = game.to_move(state) == "max"
    migliore, v_migliore = None, -math.inf if massimo else math.inf
    for mossa, figlio in game.successors(state):
        v = valuta(game, figlio)
        if migliore is None or (v > v_migliore if massimo else v < v_migliore):
            migliore, v_migliore = mossa, v
    return migliore


def valuta(game, state):
    turno = game.to_move(state)
    if turno == "max":
        return max_value(game, state)
    elif turno == "min":
        return min_value(game, state)
    else:
        return exp_value(game, state)


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    v = -math.inf
    for _, figlio in game.successors(state):
        v = max(v, valuta(game, figlio))
    return v


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    v = math.inf
    for _, figlio in game.successors(state):
        v = min(v, valuta(game, figlio))
    return v


def exp_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    v = 0
    for p, figlio in game.outcomes(state):
        v += p * min_value(game, figlio) if game.to_move(figlio) == "min" else valuta(game, figlio)
    return v
