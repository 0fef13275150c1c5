from math import inf


def alpha_beta_search(jogo, estado):
    alfa, beta = -inf, inf
    escolha = None
    if jogo.to_move(estado) == "max":
        melhor = -inf
        for acao, filho in jogo.successors(estado):
            valor = min_value(jogo, filho, alfa, beta)
            if valor >= melhor:
                melhor, escolha = valor, acao
            alfa = max(alfa, melhor)
    else:
        melhor = inf
        for acao, filho in jogo.successors(estado):
            valor = max_value(jogo, filho, alfa, beta)
            if valor <= melhor:
                melhor, escolha = valor, acao
            beta = min(beta, melhor)
    return escolha


def max_value(jogo, estado, alfa, beta):
    if jogo.is_terminal(estado):
        return jogo.utility(estado)
    melhor = -inf
    for _, filho in jogo.successors(estado):
        melhor = max(melhor, min_value(jogo, filho, alfa, beta))
        if melhor >= beta:
            break
        alfa = max(alfa, melhor)
    return melhor


def min_value(jogo, estado, alfa, beta):
    if jogo.is_terminal(estado):
        return jogo.utility(estado)
    melhor = inf
    for _, filho in jogo.successors(estado):
        melhor = min(melhor, max_value(jogo, filho, alfa, beta))
        if melhor <= alfa:
            break
        beta = min(beta, melhor)
    return melhor
