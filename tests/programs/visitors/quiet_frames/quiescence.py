def solve(game, root, depth):
    """(value, action), with a stack of frames in place of recursion."""
    stack, value, action, todo = [], None, None, (root, depth)
    while True:
        if todo:
            state, left = todo
            todo, value = None, None
            if game.is_terminal(state):
                value = game.utility(state)
            elif left <= 0 and game.is_quiet(state):
                value = game.evaluate(state)
            else:
                stack.append(
                    {
                        "pick": max if game.to_move(state) == "max" else min,
                        "left": left,
                        "rest": list(game.actions(state)),
                        "state": state,
                        "found": [],
                    }
                )
        if not stack:
            return value, action
        top = stack[-1]
        if value is not None:
            top["found"].append((value, top["tried"]))
        if top["rest"]:
            top["tried"] = top["rest"].pop(0)
            todo = game.result(top["state"], top["tried"]), top["left"] - 1
        else:
            value, action = top["pick"](top["found"], key=lambda pair: pair[0])
            stack.pop()


def max_value(game, state, depth):
    return solve(game, state, depth)[0]


def min_value(game, state, depth):
    return solve(game, state, depth)[0]


def quiescence_search(game, state, depth):
    return solve(game, state, depth)[1]
