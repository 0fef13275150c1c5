# Pablo - negamax
import math


def negamax_search(game, state):
    jugador = game.to_move(state)
    mejor_accion = None
    mejor_valor = -math.inf
    for accion in game.actions(state):
        hijo = game.result(state, accion)
        valor = negamax(game, hijo)
        # cambiar el signo si juega el otro
        if game.to_move(hijo) != jugador:
            valor = -valor
        if valor > mejor_valor:
            mejor_valor = valor
            mejor_accion = accion
    return mejor_accion


def negamax(game, state):
    jugador = game.to_move(state)
    # se acabo el juego
    if game.is_terminal(state):
        return game.utility(state)
    v = -math.inf
    for accion in game.actions(state):
        hijo = game.result(state, accion)
        valor = negamax(game, hijo)
        # cambiar el signo si juega el otro
        if game.to_move(hijo) != jugador:
            valor = -valor
        if valor > v:
            v = valor
    return v
