# Ana P. - practica de poda
import math


def alpha_beta_search(game, state):
    limite_max = None
    limite_min = None
    elegida = None
    quien = game.to_move(state)
    for accion in game.actions(state):
        hijo = game.result(state, accion)
        if quien == "max":
            if limite_max is None:
                # primera accion, todavia no hay ventana
                limite_max = min_value(game, hijo, -math.inf, math.inf)
                elegida = accion
            else:
                v = min_value(game, hijo, limite_max, math.inf)
                if v > limite_max:
                    limite_max = v
                    elegida = accion
        else:
            if limite_min is None:
                # primera accion, todavia no hay ventana
                limite_min = max_value(game, hijo, -math.inf, math.inf)
                elegida = accion
            else:
                v = max_value(game, hijo, -math.inf, limite_min)
                if v < limite_min:
                    limite_min = v
                    elegida = accion
    return elegida


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    mejor = None
    for accion in game.actions(state):
        # no seguir si la ventana esta cerrada
        if mejor is not None:
            if mejor >= beta:
                break
        hijo = game.result(state, accion)
        v = min_value(game, hijo, alpha, beta)
        if mejor is None:
            mejor = v
        elif v > mejor:
            mejor = v
        if mejor > alpha:
            alpha = mejor
    return mejor


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    mejor = None
    for accion in game.actions(state):
        # no seguir si la ventana esta cerrada
        if mejor is not None:
            if mejor <= alpha:
                break
        hijo = game.result(state, accion)
        v = max_value(game, hijo, alpha, beta)
        if mejor is None:
            mejor = v
        elif v < mejor:
            mejor = v
        if mejor < beta:
            beta = mejor
    return mejor
