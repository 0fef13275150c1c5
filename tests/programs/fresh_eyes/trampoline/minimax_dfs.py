def backup1(mover, parent_value, child_value):
    better = child_value > parent_value if mover == "max" else child_value < parent_value
    return child_value if better else parent_value


def visit(game, node):
    if game.is_terminal(node):
        return game.utility(node)
    mover = game.to_move(node)
    so_far = float("-inf") if mover == "max" else float("inf")
    for _, child in game.successors(node):
        so_far = backup1(mover, so_far, (yield visit(game, child)))
    return so_far


def minimax_dfs(game, root):
    calls, answer = [visit(game, root)], None
    while calls:
        try:
            calls.append(calls[-1].send(answer))
            answer = None
        except StopIteration as end:
            calls.pop()
            answer = end.value
    return answer
