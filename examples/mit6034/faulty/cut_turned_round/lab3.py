INF = float("inf")


def always_zero(state, maximize=True):
    return 0


def score_of(triple):
    return triple[1]


def minimax_endgame_search(state, maximize=True):
    if state.is_game_over():
        return [state], state.get_endgame_score(maximize), 1
    states = state.generate_next_states()
    triples = [minimax_endgame_search(each, not maximize) for each in states]
    pick = max if maximize else min
    path, score, _ = pick(triples, key=score_of)
    return [state] + path, score, sum(triple[2] for triple in triples)


def minimax_search_alphabeta(
    state, alpha=-INF, beta=INF, heuristic_fn=always_zero, depth_limit=INF, maximize=True
):
    if state.is_game_over():
        return [state], state.get_endgame_score(maximize), 1
    if depth_limit <= 0:
        return [state], heuristic_fn(state, maximize), 1
    side = highest if maximize else lowest
    return side(state, alpha, beta, heuristic_fn, depth_limit)


def highest(state, alpha, beta, heuristic_fn, depth_limit):
    evaluations, best = 0, ([], -INF)
    for child in state.generate_next_states():
        path, score, n = minimax_search_alphabeta(
            child, max(alpha, best[1]), beta, heuristic_fn, depth_limit - 1, False
        )
        evaluations += n
        if score > best[1]:
            best = path, score
        if best[1] <= beta:
            break
    return [state] + best[0], best[1], evaluations


def lowest(state, alpha, beta, heuristic_fn, depth_limit):
    evaluations, best = 0, ([], INF)
    for child in state.generate_next_states():
        path, score, n = minimax_search_alphabeta(
            child, alpha, min(beta, best[1]), heuristic_fn, depth_limit - 1, True
        )
        evaluations += n
        if score < best[1]:
            best = path, score
        if best[1] <= alpha:
            break
    return [state] + best[0], best[1], evaluations
