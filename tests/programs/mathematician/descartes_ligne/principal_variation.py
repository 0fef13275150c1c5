# une ligne = la suite des coups; une solution = (valeur, ligne)


def solution(game, s):
    if game.is_terminal(s):
        return game.utility(s), []
    σ = 1 if game.to_move(s) == "max" else -1
    v, ligne = None, None
    for a, t in game.successors(s):
        w, suite = solution(game, t)
        if v is None or σ * (w - v) > 0:
            v, ligne = w, [a] + suite
    return v, ligne


def minimax(game, s):
    return solution(game, s)[0]


def principal_variation(game, s):
    return solution(game, s)[1]
