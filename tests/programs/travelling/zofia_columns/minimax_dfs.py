from math import inf

# trzy listy zamiast klasy: stan, rodzic (indeks), wartosc


def minimax_dfs(game, root):
    states, parents, values = [root], [-1], [None]
    stack = [0]
    while stack:
        i = stack[-1]
        s = states[i]
        if values[i] is None and not game.is_terminal(s):
            values[i] = -inf if game.to_move(s) == "max" else inf
            fresh = []
            for _, child in game.successors(s):
                fresh.append(len(states))
                states.append(child)
                parents.append(i)
                values.append(None)
            stack.extend(fresh[::-1])
            continue
        stack.pop()
        if values[i] is None:
            values[i] = game.utility(s)
        p = parents[i]
        if p >= 0:
            values[p] = backup1(game.to_move(states[p]), values[p], values[i])
    return values[0]


def backup1(mover, parent_value, child_value):
    better = child_value > parent_value if mover == "max" else child_value < parent_value
    return child_value if better else parent_value
