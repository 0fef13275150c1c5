# Lucia M. - expectimax con dados


def valor_de(game, estado):
    # quien juega ahora?
    turno = game.to_move(estado)
    if game.is_terminal(estado):
        return game.utility(estado)
    elif turno == "max":
        return max_value(game, estado)
    elif turno == "chance":
        return exp_value(game, estado)


def expectimax_search(game, state):
    mejor_accion = ""
    mejor_valor = -float("inf")
    for par in game.successors(state):
        valor = valor_de(game, par[1])
        if valor > mejor_valor:
            mejor_valor = valor
            mejor_accion = par[0]
    return mejor_accion


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    mejor_valor = -float("inf")
    for par in game.successors(state):
        valor = valor_de(game, par[1])
        if valor > mejor_valor:
            mejor_valor = valor
    return mejor_valor


def exp_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    # el promedio de los hijos
    suma = 0
    cantidad = 0
    for par in game.successors(state):
        valor = valor_de(game, par[1])
        suma = suma + valor
        cantidad = cantidad + 1
    promedio = suma / cantidad
    return promedio
