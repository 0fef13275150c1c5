INF = 10 ** 12
EXACT, LOWER, UPPER = range(3)


def transpositions_search(game, state):
    tt = {}
    a, b = -INF, INF
    pick = None
    maximizing = game.to_move(state) == "max"
    for move in game.actions(state):
        nxt = game.result(state, move)
        if maximizing:
            score = min_value(game, nxt, a, b, tt)
            if score > a:
                a, pick = score, move
        else:
            score = max_value(game, nxt, a, b, tt)
            if score < b:
                b, pick = score, move
    return pick


def max_value(game, state, alpha, beta, table):
    return ab(game, state, alpha, beta, table, True)


def min_value(game, state, alpha, beta, table):
    return ab(game, state, alpha, beta, table, False)


def ab(game, state, alpha, beta, table, maximizing):
    entry = table.get(state)
    if entry is not None:
        flag, score = entry
        if flag == EXACT:
            return score
        if flag == LOWER and score >= beta:
            return score
        if flag == UPPER and score <= alpha:
            return score
    if game.is_terminal(state):
        return game.utility(state)
    score = -INF if maximizing else INF
    for move in game.actions(state):
        nxt = game.result(state, move)
        w = ab(game, nxt, alpha, beta, table, not maximizing)
        if maximizing:
            score = max(score, w)
            alpha = max(alpha, score)
        else:
            score = min(score, w)
            beta = min(beta, score)
        if alpha >= beta:
            break
    # remember what kind of value this is
    if score <= alpha:
        table[state] = (UPPER, score)
    elif score >= beta:
        table[state] = (LOWER, score)
    else:
        table[state] = (EXACT, score)
    return score
