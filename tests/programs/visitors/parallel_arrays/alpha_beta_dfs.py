NONE = -1


def alpha_beta_dfs(g, root, alpha, beta):
    node, up, lo, hi, met = [root], [NONE], [alpha], [beta], [0]
    sp = 0
    while 1:
        p = up[sp]
        if p != NONE and lo[p] >= hi[p]:
            node.pop()
            up.pop()
            lo.pop()
            hi.pop()
            met.pop()
            sp -= 1
            continue
        s = node[sp]
        if not met[sp]:
            met[sp] = 1
            if not g.is_terminal(s):
                if p != NONE:
                    lo[sp], hi[sp] = lo[p], hi[p]
                here = sp
                for a in reversed(g.actions(s)):
                    node.append(g.result(s, a))
                    up.append(here)
                    lo.append(0)
                    hi.append(0)
                    met.append(0)
                    sp += 1
                continue
            v = g.utility(s)
        else:
            v = lo[sp] if g.to_move(s) == "max" else hi[sp]
        if p == NONE:
            return v
        if g.to_move(node[p]) == "max":
            if v > lo[p]:
                lo[p] = v
        elif v < hi[p]:
            hi[p] = v
        node.pop()
        up.pop()
        lo.pop()
        hi.pop()
        met.pop()
        sp -= 1
