"""A stack of generators; nobody calls himself."""


def visit(game, state, lo, hi):
    if game.is_terminal(state):
        return game.utility(state)
    mine = game.to_move(state) == "max"
    for _, child in game.successors(state):
        if lo >= hi:
            break
        v = yield visit(game, child, lo, hi)
        if mine:
            lo = max(lo, v)
        else:
            hi = min(hi, v)
    return lo if mine else hi


def alpha_beta_dfs(game, root, alpha, beta):
    frames = [visit(game, root, alpha, beta)]
    answer = None
    while frames:
        try:
            frames.append(frames[-1].send(answer))
            answer = None
        except StopIteration as stop:
            answer = stop.value
            frames.pop()
    return answer
