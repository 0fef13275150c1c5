class Frame:
    def __init__(self, state, parent, alpha, beta):
        self.state, self.parent = state, parent
        self.alpha, self.beta = alpha, beta
        self.open = False


def alpha_beta_dfs(game, root, alpha, beta):
    first = Frame(root, None, alpha, beta)
    stack = [first]
    while stack:
        top = stack[-1]
        up = top.parent
        if up and up.alpha >= up.beta:
            stack.pop()
            continue
        over = game.is_terminal(top.state)
        if not over and not top.open:
            top.open = True
            for _, s in reversed(game.successors(top.state)):
                stack.append(Frame(s, top, alpha, beta))
            continue
        stack.pop()
        if over:
            v = game.utility(top.state)
        elif game.to_move(top.state) == "max":
            v = top.alpha
        else:
            v = top.beta
        if up is None:
            return v
        if game.to_move(up.state) == "max":
            up.alpha = max(up.alpha, v)
        else:
            up.beta = min(up.beta, v)
