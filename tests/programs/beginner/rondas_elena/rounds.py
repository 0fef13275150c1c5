# Elena G. - rondas
import math


def valor_siguiente(game, estado, rondas):
    # si le toca a max entonces termino una ronda
    if game.to_move(estado) == "max":
        return max_value(game, estado, rondas - 1)
    else:
        return min_value(game, estado, rondas)


def rounds_search(game, state, rounds):
    acciones = game.actions(state)
    mejor = 0
    valores = []
    for i in range(len(acciones)):
        hijo = game.result(state, acciones[i])
        valores.append(valor_siguiente(game, hijo, rounds))
        if valores[i] > valores[mejor]:
            mejor = i
    return acciones[mejor]


def max_value(game, state, rounds):
    if game.is_terminal(state):
        return game.utility(state)
    if rounds <= 0:
        return game.evaluate(state)
    v = -math.inf
    for accion in game.actions(state):
        nuevo = valor_siguiente(game, game.result(state, accion), rounds)
        if nuevo > v:
            v = nuevo
    return v


def min_value(game, state, rounds):
    if game.is_terminal(state):
        return game.utility(state)
    v = math.inf
    for accion in game.actions(state):
        nuevo = valor_siguiente(game, game.result(state, accion), rounds)
        if nuevo < v:
            v = nuevo
    return v
