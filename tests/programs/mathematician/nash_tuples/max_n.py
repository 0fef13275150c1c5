"""max^n: values in R^n, x_i the payoff of the player i"""


def max_n(game, s):
    if game.is_terminal(s):
        return game.utility(s)
    i = game.players().index(game.to_move(s))
    X = [max_n(game, t) for _, t in game.successors(s)]
    m = max(x[i] for x in X)
    return max(x for x in X if x[i] == m)


def max_n_search(game, s):
    i = game.players().index(game.to_move(s))
    A = game.actions(s)
    x = [max_n(game, game.result(s, a))[i] for a in A]
    return A[x.index(max(x))]
