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


class MinimaxPlayer(IsolationPlayer):
    def minimax(self, game, depth):
        self.check_time()
        best_score, best_move = float("-inf"), (-1, -1)
        for move in game.get_legal_moves():
            score = self.min_value(game.forecast_move(move), depth - 1)
            if score > best_score:
                best_score, best_move = score, move
        return best_move

    def max_value(self, game, depth):
        self.check_time()
        if not game.get_legal_moves():
            return game.utility(self)
        if depth == 0:
            return self.score(game, self)
        value = float("-inf")
        for move in game.get_legal_moves():
            value = max(value, self.min_value(game.forecast_move(move), depth - 1))
        return value

    def min_value(self, game, depth):
        self.check_time()
        if not game.get_legal_moves():
            return game.utility(self)
        if depth == 0:
            return self.score(game, self)
        value = float("inf")
        for move in game.get_legal_moves():
            value = min(value, self.max_value(game.forecast_move(move), depth - 1))
        return value


class AlphaBetaPlayer(IsolationPlayer):
    def alphabeta(self, game, depth, alpha=float("-inf"), beta=float("inf")):
        self.check_time()
        best_move = (-1, -1)
        for move in game.get_legal_moves():
            score = self.min_value(game.forecast_move(move), depth - 1, alpha, beta)
            if score > alpha:
                alpha, best_move = score, move
        return best_move

    def max_value(self, game, depth, alpha, beta):
        self.check_time()
        if not game.get_legal_moves():
            return game.utility(self)
        if depth == 0:
            return self.score(game, self)
        value = float("-inf")
        for move in game.get_legal_moves():
            child = game.forecast_move(move)
            value = max(value, self.min_value(child, depth - 1, alpha, beta))
            if value >= beta:
                return value
            alpha = max(alpha, value)
        return value

    def min_value(self, game, depth, alpha, beta):
        self.check_time()
        if not game.get_legal_moves():
            return game.utility(self)
        if depth == 0:
            return self.score(game, self)
        value = float("inf")
        for move in game.get_legal_moves():
            child = game.forecast_move(move)
            value = min(value, self.max_value(child, depth - 1, alpha, beta))
            if value <= -alpha:
                return value
            beta = min(beta, value)
        return value
