"""Players of Isolation: their searches are yours to write.

A board has `get_legal_moves()`, `forecast_move(move)`, `active_player`,
`utility(player)`, `is_winner(player)` and `is_loser(player)`.
"""


class SearchTimeout(Exception):
    """There is no time left."""


def custom_score(game, player):
    """What a board is worth to a player, by your own judgement."""
    raise NotImplementedError


class IsolationPlayer:
    """What both players share."""

    def __init__(self, search_depth=3, score_fn=custom_score, timeout=10.0):
        self.search_depth = search_depth
        self.score = score_fn
        self.time_left = None
        self.TIMER_THRESHOLD = timeout


class MinimaxPlayer(IsolationPlayer):
    """Looks so many plies ahead."""

    def minimax(self, game, depth):
        """The best move; `self.score(game, self)` is asked where no ply is left."""
        raise NotImplementedError


class AlphaBetaPlayer(IsolationPlayer):
    """Looks as far, with pruning."""

    def alphabeta(self, game, depth, alpha=float("-inf"), beta=float("inf")):
        """The best move, without the boards that cannot matter."""
        raise NotImplementedError
