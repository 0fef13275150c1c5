from math import inf


class Level:
    def __init__(self, game, state, maximizing, alpha, beta, ply, killers):
        self.game, self.state, self.maximizing = game, state, maximizing
        self.alpha, self.beta, self.ply = alpha, beta, ply
        self.value = -inf if maximizing else inf
        actions = list(game.actions(state))
        killer = killers.get(ply)
        if ply and killer in actions:
            actions.remove(killer)
            actions.insert(0, killer)
        self.todo = actions
        self.doing = self.best = None

    def next_child(self):
        self.doing = self.todo.pop(0)
        return self.game.result(self.state, self.doing)

    def take(self, value):
        """Whether this closes the node by a cut."""
        if (value > self.value) if self.maximizing else (value < self.value):
            self.value, self.best = value, self.doing
        if self.maximizing:
            cut = self.value >= self.beta
            self.alpha = max(self.alpha, self.value)
        else:
            cut = self.value <= self.alpha
            self.beta = min(self.beta, self.value)
        return cut


def loop(game, state, maximizing, alpha, beta, ply, killers):
    if game.is_terminal(state):
        return game.utility(state), None
    stack = [Level(game, state, maximizing, alpha, beta, ply, killers)]
    while True:
        level = stack[-1]
        if level.todo:
            child = level.next_child()
            if not game.is_terminal(child):
                stack.append(
                    Level(
                        game,
                        child,
                        not level.maximizing,
                        level.alpha,
                        level.beta,
                        level.ply + 1,
                        killers,
                    )
                )
                continue
            value = game.utility(child)
        else:
            value = level.value
            stack.pop()
            if not stack:
                return value, level.best
            level = stack[-1]
        while level.take(value):
            killers[level.ply] = level.doing
            value = level.value
            stack.pop()
            if not stack:
                return value, level.best
            level = stack[-1]


def max_value(game, state, alpha, beta, ply, killers):
    return loop(game, state, True, alpha, beta, ply, killers)[0]


def min_value(game, state, alpha, beta, ply, killers):
    return loop(game, state, False, alpha, beta, ply, killers)[0]


def killers_search(game, state):
    return loop(game, state, game.to_move(state) == "max", -inf, inf, 0, {})[1]
