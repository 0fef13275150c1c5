max_value = lambda g, s: g.utility(s) if g.is_terminal(s) else max([min_value(g, c) for _, c in g.successors(s)])
min_value = lambda g, s: g.utility(s) if g.is_terminal(s) else min([max_value(g, c) for _, c in g.successors(s)])


def minimax_search(g, s):
    isMax = g.to_move(s) == 'max'
    f = min_value if isMax else max_value
    pairs = [(f(g, c), -i if isMax else i, a) for i, (a, c) in enumerate(g.successors(s))]
    return (max if isMax else min)(pairs)[2]
