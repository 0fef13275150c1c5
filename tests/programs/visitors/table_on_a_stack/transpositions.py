from math import inf

FIELDS = (
    "state",
    "maximizing",
    "alpha0",
    "beta0",
    "alpha",
    "beta",
    "value",
    "todo",
    "doing",
    "best",
)


def answer(game, state, alpha, beta, table):
    """(True, value) where no search is needed."""
    if state in table:
        kind, value = table[state]
        if kind == "=" or (kind == ">" and value >= beta) or (kind == "<" and value <= alpha):
            return True, value
    if game.is_terminal(state):
        return True, game.utility(state)
    return False, None


def frame(game, state, maximizing, alpha, beta):
    todo = list(reversed(game.successors(state)))
    return dict(
        zip(
            FIELDS,
            (
                state,
                maximizing,
                alpha,
                beta,
                alpha,
                beta,
                -inf if maximizing else inf,
                todo,
                None,
                None,
            ),
        )
    )


def loop(game, state, maximizing, alpha, beta, table):
    done, value = answer(game, state, alpha, beta, table)
    if done:
        return value, None
    stack = [frame(game, state, maximizing, alpha, beta)]
    value = None
    while stack:
        f = stack[-1]
        if value is not None:
            if (value > f["value"]) == f["maximizing"] and value != f["value"]:
                f["value"], f["best"] = value, f["doing"]
            if f["maximizing"]:
                closed = f["value"] >= f["beta"]
                f["alpha"] = max(f["alpha"], f["value"])
            else:
                closed = f["value"] <= f["alpha"]
                f["beta"] = min(f["beta"], f["value"])
            if closed:
                f["todo"].clear()
        if f["todo"]:
            f["doing"], child = f["todo"].pop()
            done, value = answer(game, child, f["alpha"], f["beta"], table)
            if not done:
                stack.append(frame(game, child, not f["maximizing"], f["alpha"], f["beta"]))
        else:
            value = f["value"]
            kind = "<" if value <= f["alpha0"] else ">" if value >= f["beta0"] else "="
            table[f["state"]] = kind, value
            stack.pop()
    return value, f["best"]


def max_value(game, state, alpha, beta, table):
    return loop(game, state, True, alpha, beta, table)[0]


def min_value(game, state, alpha, beta, table):
    return loop(game, state, False, alpha, beta, table)[0]


def transpositions_search(game, state):
    return loop(game, state, game.to_move(state) == "max", -inf, inf, {})[1]
