INF = float("inf")
EXACT, LOWER, UPPER = 0, 1, 2


def transpositions_search(game, state):
    tabela = {}
    alpha, beta = -INF, INF
    melhor = None
    for acao in game.actions(state):
        filho = game.result(state, acao)
        if game.to_move(state) == "max":
            v = min_value(game, filho, alpha, beta, tabela)
            if melhor is None or v > alpha:
                melhor, alpha = acao, v
        else:
            v = max_value(game, filho, alpha, beta, tabela)
            if melhor is None or v < beta:
                melhor, beta = acao, v
    return melhor


def consulta(tabela, chave, alpha, beta):
    """Devolve o valor guardado, se ele basta; senao None."""
    if chave in tabela:
        v, tipo = tabela[chave]
        if tipo == EXACT:
            return v
        if tipo == LOWER and v >= beta:
            return v
        if tipo == UPPER and v <= alpha:
            return v
    return None


def guarda(tabela, chave, v, alpha, beta):
    if v <= alpha:
        tipo = UPPER
    elif v >= beta:
        tipo = LOWER
    else:
        tipo = EXACT
    tabela[chave] = (v, tipo)


def max_value(game, state, alpha, beta, table):
    chave = str(state)
    v = consulta(table, chave, alpha, beta)
    if v is not None:
        return v
    if game.is_terminal(state):
        return game.utility(state)
    a = alpha
    v = -INF
    for _, filho in game.successors(state):
        v = max(v, min_value(game, filho, a, beta, table))
        if v >= beta:
            break
        a = max(a, v)
    guarda(table, chave, v, alpha, beta)
    return v


def min_value(game, state, alpha, beta, table):
    chave = str(state)
    v = consulta(table, chave, alpha, beta)
    if v is not None:
        return v
    if game.is_terminal(state):
        return game.utility(state)
    b = beta
    v = INF
    for _, filho in game.successors(state):
        v = min(v, max_value(game, filho, alpha, b, table))
        if v <= alpha:
            break
        b = min(b, v)
    guarda(table, chave, v, alpha, beta)
    return v
