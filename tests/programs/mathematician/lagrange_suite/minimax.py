def feuille(game, s):
    return game.is_terminal(s)


def max_value(game, s):
    if feuille(game, s):
        return game.utility(s)
    valeurs = sorted(min_value(game, game.result(s, a)) for a in game.actions(s))
    return valeurs[-1]


def min_value(game, s):
    if feuille(game, s):
        return game.utility(s)
    valeurs = sorted(max_value(game, game.result(s, a)) for a in game.actions(s))
    return valeurs[0]


def minimax_search(game, s):
    # m = opt { f(a) : a in A(s) },  then the first a with f(a) = m
    opt, f = (max, min_value) if game.to_move(s) == "max" else (min, max_value)
    graphe = ((a, f(game, game.result(s, a))) for a in game.actions(s))
    m = opt(y for x, y in graphe)
    for x, y in graphe:
        if y == m:
            return x
