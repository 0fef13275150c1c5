# Tarea 2 - minimax
# Sofia


def minimax_search(game, state):
    acciones = game.actions(state)
    jugador = game.to_move(state)

    # calcular el valor de cada accion
    valores = []
    for accion in acciones:
        siguiente = game.result(state, accion)
        if jugador == "max":
            valores.append(min_value(game, siguiente))
        elif jugador == "min":
            valores.append(max_value(game, siguiente))

    # buscar el mejor
    posicion = 0
    for i in range(1, len(valores)):
        if jugador == "max":
            if valores[i] > valores[posicion]:
                posicion = i
        elif jugador == "min":
            if valores[i] < valores[posicion]:
                posicion = i
    return acciones[posicion]


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    else:
        valor_maximo = 0
        for accion in game.actions(state):
            siguiente = game.result(state, accion)
            valor = min_value(game, siguiente)
            if valor > valor_maximo:
                valor_maximo = valor
        return valor_maximo


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    else:
        valor_minimo = 99999999
        for accion in game.actions(state):
            siguiente = game.result(state, accion)
            valor = max_value(game, siguiente)
            if valor < valor_minimo:
                valor_minimo = valor
        return valor_minimo
