class SearchTimeout(Exception):
    pass


def custom_score(game, player):
    return float(len(game.get_legal_moves()))


class IsolationPlayer:
    def __init__(self, search_depth=3, score_fn=custom_score, timeout=10.0):
        self.search_depth = search_depth
        self.score = score_fn
        self.time_left = None
        self.TIMER_THRESHOLD = timeout

    def check_time(self):
        if self.time_left() < self.TIMER_THRESHOLD:
            raise SearchTimeout()

    def leaf(self, game, depth):
        self.check_time()
        if game.is_winner(self) or game.is_loser(self):
            return game.utility(self)
        return self.score(game, self) if depth <= 0 else None


class MinimaxPlayer(IsolationPlayer):
    def minimax(self, game, depth):
        return self.search(game, depth)[1]

    def search(self, game, depth):
        worth = self.leaf(game, depth)
        if worth is not None:
            return worth, (-1, -1)
        moves = game.get_legal_moves()
        if not moves:
            return game.utility(self), (-1, -1)
        scored = [(self.search(game.forecast_move(m), depth - 1)[0], m) for m in moves]
        pick = max if game.active_player is self else min
        return pick(scored, key=lambda pair: pair[0])


class AlphaBetaPlayer(IsolationPlayer):
    def alphabeta(self, game, depth, alpha=float("-inf"), beta=float("inf")):
        return self.search(game, depth, alpha, beta)[1]

    def search(self, game, depth, alpha, beta):
        worth = self.leaf(game, depth)
        if worth is not None:
            return worth, (-1, -1)
        moves = game.get_legal_moves()
        if not moves:
            return game.utility(self), (-1, -1)
        mine = game.active_player is self
        best, chosen = float("-inf") if mine else float("inf"), moves[0]
        for move in moves:
            child = game.forecast_move(move)
            score, _ = self.search(child, depth - 1, alpha, beta)
            if mine and score > best:
                best, chosen = score, move
                alpha = max(beta, best)
            elif not mine and score < best:
                best, chosen = score, move
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best, chosen
