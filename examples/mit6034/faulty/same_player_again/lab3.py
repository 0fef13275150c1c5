INF = float("inf")


def always_zero(state, maximize=True):
    return 0


def minimax_endgame_search(state, maximize=True):
    if state.is_game_over():
        return [state], state.get_endgame_score(maximize), 1
    best_path, best_score, evaluations = None, None, 0
    for child in state.generate_next_states():
        path, score, count = minimax_endgame_search(child, maximize)
        evaluations += count
        better = best_path is None or (
            score > best_score if maximize else score < best_score
        )
        if better:
            best_path, best_score = path, score
    return [state, *best_path], best_score, evaluations


def minimax_search_alphabeta(
    state, alpha=-INF, beta=INF, heuristic_fn=always_zero, depth_limit=INF, maximize=True
):
    if state.is_game_over():
        return [state], state.get_endgame_score(maximize), 1
    if depth_limit == 0:
        return [state], heuristic_fn(state, maximize), 1
    best_path, best_score, evaluations = [], -INF if maximize else INF, 0
    for child in state.generate_next_states():
        path, score, count = minimax_search_alphabeta(
            child, alpha, beta, heuristic_fn, depth_limit - 1, not maximize
        )
        evaluations += count
        if maximize:
            if score > best_score:
                best_path, best_score = path, score
            alpha = max(alpha, best_score)
        else:
            if score < best_score:
                best_path, best_score = path, score
            beta = min(beta, best_score)
        if alpha >= beta:
            break
    return [state] + best_path, best_score, evaluations
