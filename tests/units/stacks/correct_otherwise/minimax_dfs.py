def minimax_dfs(game, root):
    values = {0: None}
    made = 1
    stack = [(0, None, root, False)]
    while stack:
        node, parent, state, done = stack.pop()
        if game.is_terminal(state):
            values[node] = game.utility(state)
        elif not done:
            stack.append((node, parent, state, True))
            values[node] = None
            for action in game.actions(state)[::-1]:
                stack.append((made, (node, game.to_move(state)), game.result(state, action), False))
                made += 1
            continue
        if parent is not None:
            above, mover = parent
            old = values[above]
            values[above] = values[node] if old is None else backup1(mover, old, values[node])
    return values[0]


def backup1(mover, parent_value, child_value):
    return {"max": max, "min": min}[mover](parent_value, child_value)
