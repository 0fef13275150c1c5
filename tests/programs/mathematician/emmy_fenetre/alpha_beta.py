from math import inf

# une fenêtre F = [lo, hi] est un intervalle; F[0] = la borne de MAX, F[1] = celle de MIN


def alpha_beta_search(game, etat):
    F = [-inf, inf]
    i = 0 if game.to_move(etat) == "max" else 1
    meilleur = None
    for a, t in game.successors(etat):
        w = valeur(game, t, [F[0], F[1]], 1 - i)
        if (i == 0 and w > F[0]) or (i == 1 and w < F[1]):
            F[i], meilleur = w, a
    return meilleur


def valeur(game, s, F, i):
    """Valeur de s dans la fenêtre F; i = 0 si MAX joue, i = 1 si MIN joue."""
    if game.is_terminal(s):
        return game.utility(s)
    opt = (max, min)[i]
    v = (-inf, inf)[i]
    for _, t in game.successors(s):
        v = opt(v, valeur(game, t, F, 1 - i))
        if (i == 0 and v >= F[1]) or (i == 1 and v <= F[0]):
            return v
        F[i] = opt(F[i], v)
    return v


def max_value(game, s, alpha, beta):
    return valeur(game, s, [alpha, beta], 0)


def min_value(game, s, alpha, beta):
    return valeur(game, s, [alpha, beta], 1)
