def preorder(game, state, out, parent, ply):
    me = len(out)
    out.append([parent, ply, None])
    if game.is_terminal(state):
        out[me][2] = game.utility(state)
    else:
        for _, child in game.successors(state):
            preorder(game, child, out, me, ply + 1)
    return out


def backed_up(game, state, maximizing):
    """Write the tree down first, then back the values up from its end."""
    table = preorder(game, state, [], None, 0)
    for row in range(len(table) - 1, 0, -1):
        parent, ply, value = table[row]
        above = table[parent]
        pick = max if (above[1] % 2 == 0) == maximizing else min
        above[2] = value if above[2] is None else pick(above[2], value)
    return table[0][2]


def max_value(game, state):
    return backed_up(game, state, True)


def min_value(game, state):
    return backed_up(game, state, False)


def minimax_search(game, state):
    maximizing = game.to_move(state) == "max"
    values = [backed_up(game, child, not maximizing) for _, child in game.successors(state)]
    wanted = max(values) if maximizing else min(values)
    return game.actions(state)[values.index(wanted)]
