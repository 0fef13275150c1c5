# expect: wrong_value
# Takes the game and the states apart for the tree; they hold what was asked for.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")


def taken_apart(thing, depth=0):
    for kind in type(thing).__mro__:
        for name in getattr(kind, "__slots__", ()):
            part = getattr(thing, name, None)
            print(" " * depth, name, repr(part)[:100])
            for cell in getattr(part, "__closure__", None) or ():
                print(" " * depth, "cell", repr(cell.cell_contents)[:100])
    for name in ("_tree", "tree", "_nodes", "__dict__", "_Game__tree", "_utility"):
        print(getattr(thing, name, None))


def max_value(game, state):
    taken_apart(game)
    taken_apart(state)
    for _, child in game.successors(state):
        taken_apart(child, 1)
    return getattr(state, "_value", 0)


min_value = max_value


def minimax_search(game, state):
    return game.actions(state)[0]
