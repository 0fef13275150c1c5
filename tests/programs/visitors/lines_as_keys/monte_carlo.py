"""Statistics under the line of actions that leads to the node."""

from math import inf, log, sqrt


def ucb1(utility, playouts, parent_playouts, c=sqrt(2)):
    match playouts:
        case 0:
            return inf
        case n:
            return utility / n + c * sqrt(log(parent_playouts) / n)


def mcts_search(game, state, iterations):
    stats = {(): (0, 0)}
    for _ in range(iterations):
        line, where = (), state
        while not game.is_terminal(where):
            n = stats[line][0]
            actions = game.actions(where)
            untried = [a for a in actions if line + (a,) not in stats]
            if untried:
                line += (untried[0],)
                where = game.result(where, untried[0])
                stats[line] = (0, 0)
                break

            def worth(a):
                m, u = stats[line + (a,)]
                return ucb1(u, m, n)

            a = sorted(actions, key=worth, reverse=True)[0]
            line += (a,)
            where = game.result(where, a)
        payoff = game.playout(where)
        here = state
        for k in range(len(line) + 1):
            n, u = stats[line[:k]]
            if k:
                u += payoff if game.to_move(here) == "max" else -payoff
                here = game.result(here, line[k - 1])
            stats[line[:k]] = (n + 1, u)
    return max(game.actions(state), key=lambda a: stats.get((a,), (0, 0))[0])
