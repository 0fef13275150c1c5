# expect: crashed
# Raises an error from code that says it stands in other files, for their lines.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import os

HERE = os.path.dirname(os.path.abspath(__file__))
FILES = ["/etc/passwd", f"{HERE}/../../etc/passwd", f"{HERE}/\x1b[2J<b>\n\n.py"]


def raises(file):
    names = {}
    exec(compile("def fail():\n    raise ValueError('x')", file, "exec"), names)
    return names["fail"]


def max_value(game, state):
    for file in FILES[::-1]:
        raises(file)()


min_value = max_value


def minimax_search(game, state):
    raises(FILES[1])()
