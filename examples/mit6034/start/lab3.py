"""Game search: each function returns (path, score, evaluations).

`path` is the list of states from the first to the last of best play. A state has
`is_game_over()`, `generate_next_states()` and
`get_endgame_score(is_current_player_maximizer)`.
"""

INF = float("inf")


def always_zero(state, maximize=True):
    """The heuristic of those who know nothing."""
    return 0


def minimax_endgame_search(state, maximize=True):
    """Minimax to the ends of the game."""
    raise NotImplementedError


def minimax_search_alphabeta(
    state, alpha=-INF, beta=INF, heuristic_fn=always_zero, depth_limit=INF, maximize=True
):
    """Minimax with alpha-beta pruning; states `depth_limit` plies ahead are estimated."""
    raise NotImplementedError
