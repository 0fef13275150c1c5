# What is still to be done waits on a list, as functions without arguments.

def alpha_beta_dfs(game, root, alpha, beta):
    tasks, results = [], {}

    def search(state, above, place):
        own = {} if above is None else dict(above)

        def open_state():
            if above is not None and above["alpha"] >= above["beta"]:
                return
            if above is not None:
                own.update(alpha=above["alpha"], beta=above["beta"])
            if game.is_terminal(state):
                hand_up(game.utility(state))
                return
            side = "alpha" if game.to_move(state) == "max" else "beta"
            own["side"] = side
            tasks.append(lambda: hand_up(own[side]))
            for _, child in reversed(game.successors(state)):
                tasks.append(search(child, own, "below"))

        def hand_up(value):
            if above is None:
                results[place] = value
            else:
                better = max if above["side"] == "alpha" else min
                above[above["side"]] = better(above[above["side"]], value)

        if above is None:
            own.update(alpha=alpha, beta=beta)
        return open_state

    tasks.append(search(root, None, "root"))
    while tasks:
        tasks.pop()()
    return results["root"]
