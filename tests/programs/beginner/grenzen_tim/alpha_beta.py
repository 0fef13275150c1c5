# Tim, Abgabe 5
# es gibt nur die zwei Grenzen, kein extra v

from math import inf


def alpha_beta_search(game, state):
    untere_grenze = -inf
    obere_grenze = inf
    liste = list(game.actions(state))
    antwort = liste[0]
    if game.to_move(state) == "max":
        for zug in liste:
            x = min_value(game, game.result(state, zug), untere_grenze, obere_grenze)
            if x > untere_grenze:
                untere_grenze = x
                antwort = zug
    if game.to_move(state) == "min":
        for zug in liste:
            x = max_value(game, game.result(state, zug), untere_grenze, obere_grenze)
            if x < obere_grenze:
                obere_grenze = x
                antwort = zug
    return antwort


def max_value(game, state, alpha, beta):
    if not game.is_terminal(state):
        for zug in game.actions(state):
            x = min_value(game, game.result(state, zug), alpha, beta)
            # obere Grenze erreicht
            if x >= beta:
                return beta
            # untere Grenze anheben
            if x > alpha:
                alpha = x
        return alpha
    else:
        return game.utility(state)


def min_value(game, state, alpha, beta):
    if not game.is_terminal(state):
        for zug in game.actions(state):
            x = max_value(game, game.result(state, zug), alpha, beta)
            # untere Grenze erreicht
            if x <= alpha:
                return alpha
            # obere Grenze senken
            if x < beta:
                beta = x
        return beta
    else:
        return game.utility(state)
