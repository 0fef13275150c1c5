from math import inf


def max_value(hra, stav, alfa, beta):
    if hra.is_terminal(stav):
        return hra.utility(stav)
    deti = hra.successors(stav)
    i = 0
    while i < len(deti) and alfa < beta:
        alfa = max(alfa, min_value(hra, deti[i][1], alfa, beta))
        i = i + 1
    return min(alfa, beta)


def min_value(hra, stav, alfa, beta):
    if hra.is_terminal(stav):
        return hra.utility(stav)
    deti = hra.successors(stav)
    i = 0
    while i < len(deti) and alfa < beta:
        beta = min(beta, max_value(hra, deti[i][1], alfa, beta))
        i = i + 1
    return max(alfa, beta)


def alpha_beta_search(hra, stav):
    tahy = hra.successors(stav)
    nejlepsi = tahy[0][0]
    alfa, beta = -inf, inf
    for tah, dalsi in tahy:
        if hra.to_move(stav) == "max":
            hodnota = min_value(hra, dalsi, alfa, beta)
            if hodnota > alfa:
                alfa, nejlepsi = hodnota, tah
        else:
            hodnota = max_value(hra, dalsi, alfa, beta)
            if hodnota < beta:
                beta, nejlepsi = hodnota, tah
    return nejlepsi
