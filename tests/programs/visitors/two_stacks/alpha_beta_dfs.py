"""Two stacks: of what is to be done, and of the windows on the path."""


def alpha_beta_dfs(game, root, alpha, beta):
    windows = [[alpha, beta, None]]
    todo = [("enter", root)]
    while todo:
        what, state = todo.pop()
        lo, hi, mover = windows[-1]
        if what == "enter":
            if lo >= hi:
                continue
            if game.is_terminal(state):
                value = game.utility(state)
            else:
                todo.append(("leave", state))
                todo += [("enter", s) for _, s in game.successors(state)][::-1]
                windows.append([lo, hi, game.to_move(state)])
                continue
        else:
            windows.pop()
            value = lo if mover == "max" else hi
        if windows[-1][2] == "max":
            windows[-1][0] = max(windows[-1][0], value)
        elif windows[-1][2] == "min":
            windows[-1][1] = min(windows[-1][1], value)
        else:
            return value
