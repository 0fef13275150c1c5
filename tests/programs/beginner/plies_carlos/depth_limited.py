"""Busqueda minimax con profundidad limitada (Carlos)."""
import math


def depth_limited_search(game, state, depth):
    jugador = game.to_move(state)
    mejor_accion = None
    if jugador == "max":
        mejor = -math.inf
        for accion in game.actions(state):
            valor = min_value(game, game.result(state, accion), depth - 1)
            if valor > mejor:
                mejor = valor
                mejor_accion = accion
    elif jugador == "min":
        mejor = math.inf
        for accion in game.actions(state):
            valor = max_value(game, game.result(state, accion), depth - 1)
            if valor < mejor:
                mejor = valor
                mejor_accion = accion
    return mejor_accion


def max_value(game, state, depth):
    # el juego termino
    if game.is_terminal(state):
        return game.utility(state)
    # llegamos al limite
    elif depth == 0:
        return game.evaluate(state)
    else:
        v = -math.inf
        for accion in game.actions(state):
            valor = min_value(game, game.result(state, accion), depth - 1)
            if valor > v:
                v = valor
        return v


def min_value(game, state, depth):
    # el juego termino
    if game.is_terminal(state):
        return game.utility(state)
    # llegamos al limite
    elif depth == 0:
        return game.evaluate(state)
    else:
        v = math.inf
        for accion in game.actions(state):
            valor = max_value(game, game.result(state, accion), depth)
            if valor < v:
                v = valor
        return v
