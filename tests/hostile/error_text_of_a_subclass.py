# expect: crashed|exited|broke_protocol
# Raises an error whose text is of a class of its own, of any length, on purpose.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")


class Text(str):
    def __getitem__(self, key):
        return Text("x" * 10**6)

    def __len__(self):
        return 0


class Long(Exception):
    def __str__(self):
        return Text("x" * 10**6)


def max_value(game, state):
    raise Long


min_value = max_value


def minimax_search(game, state):
    raise Long
