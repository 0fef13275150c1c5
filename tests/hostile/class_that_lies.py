# expect: wrong_type
# Returns an object that says that it is an int, by __class__ and its type's name.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")


class Liar:
    __class__ = property(lambda self: int)


Liar.__name__ = Liar.__qualname__ = "int"
Liar.__module__ = "builtins"


def max_value(game, state):
    return Liar()


min_value = max_value


def minimax_search(game, state):
    return game.actions(state)[0]
