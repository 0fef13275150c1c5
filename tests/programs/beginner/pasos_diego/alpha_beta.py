# Practica 3: poda alfa-beta
# Diego R.

infinito = float("inf")


def alpha_beta_search(game, state):
    alfa = -infinito
    beta = infinito
    sucesores = game.successors(state)
    mejor_accion = None
    mejor_valor = None
    turno = game.to_move(state)
    for i in range(0, len(sucesores)):
        par = sucesores[i]
        accion = par[0]
        hijo = par[1]
        if turno == "max":
            # le toca a max
            valor = min_value(game, hijo, alfa, beta)
            if mejor_valor == None:
                mejor_valor = valor
                mejor_accion = accion
            elif valor >= mejor_valor:
                mejor_valor = valor
                mejor_accion = accion
            if mejor_valor > alfa:
                alfa = mejor_valor
        else:
            # le toca a min
            valor = max_value(game, hijo, alfa, beta)
            if mejor_valor == None:
                mejor_valor = valor
                mejor_accion = accion
            elif valor < mejor_valor:
                mejor_valor = valor
                mejor_accion = accion
            if mejor_valor < beta:
                beta = mejor_valor
    return mejor_accion


def max_value(game, state, alpha, beta):
    terminado = game.is_terminal(state)
    if terminado:
        utilidad = game.utility(state)
        return utilidad
    mayor = -infinito
    sucesores = game.successors(state)
    for i in range(0, len(sucesores)):
        hijo = sucesores[i][1]
        valor = min_value(game, hijo, alpha, beta)
        if valor > mayor:
            mayor = valor
        if mayor >= beta:
            return mayor
        # actualizar alfa
        alpha = valor
    return mayor


def min_value(game, state, alpha, beta):
    terminado = game.is_terminal(state)
    if terminado:
        utilidad = game.utility(state)
        return utilidad
    menor = infinito
    sucesores = game.successors(state)
    for i in range(0, len(sucesores)):
        hijo = sucesores[i][1]
        valor = max_value(game, hijo, alpha, beta)
        if valor < menor:
            menor = valor
        if menor <= alpha:
            return menor
        # actualizar beta
        if menor < beta:
            beta = menor
    return menor
