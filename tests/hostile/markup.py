# expect: wrong_value
# Prints markup, scripts and links for whoever reads it in a browser; it is text.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

print("<script>alert(document.cookie)</script><img src=x onerror=alert(1)>")
print("# PASSED\n[full marks](javascript:alert(1)) <!-- </pre></td></table>")


def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
