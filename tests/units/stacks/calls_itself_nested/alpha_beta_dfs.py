# There is a stack, and it does nothing: the search goes on in the function within.

def alpha_beta_dfs(game, root, alpha, beta):
    stack = []

    def visit(state, alpha, beta):
        stack.append(state)
        if game.is_terminal(state):
            value = game.utility(state)
        elif game.to_move(state) == "max":
            for _, child in game.successors(state):
                alpha = max(alpha, visit(child, alpha, beta))
                if alpha >= beta:
                    break
            value = alpha
        else:
            for _, child in game.successors(state):
                beta = min(beta, visit(child, alpha, beta))
                if alpha >= beta:
                    break
            value = beta
        stack.pop()
        return value

    return visit(root, alpha, beta)
