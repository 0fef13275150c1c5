# Marco - variante principal
# cada valor se guarda junto con la linea de acciones


def principal_variation(game, state):
    par = buscar(game, state)
    linea_al_reves = par[1]
    # la linea esta al reves porque se construye desde la hoja
    linea = []
    for i in range(len(linea_al_reves) - 1, -1, -1):
        linea.append(linea_al_reves[i])
    return linea


def buscar(game, state):
    if game.is_terminal(state):
        lista_vacia = []
        return (game.utility(state), lista_vacia)
    mejor_valor = None
    mejor_linea = None
    for accion in game.actions(state):
        (valor, linea) = buscar(game, game.result(state, accion))
        # ver si es mejor que lo que tenemos
        cambiar = False
        if mejor_valor is None:
            cambiar = True
        elif game.to_move(state) == "max":
            if valor > mejor_valor:
                cambiar = True
        else:
            if valor < mejor_valor:
                cambiar = True
        if cambiar:
            mejor_valor = valor
            mejor_linea = linea
            mejor_linea.append(accion)
    return (mejor_valor, mejor_linea)


def minimax(game, state):
    (valor, linea) = buscar(game, state)
    return valor
