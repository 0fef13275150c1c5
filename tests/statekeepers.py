"""Programs that are wrong unless, or only where, they have been called before.

Each searches rightly, and then makes something wrong of what it found. Whether it has
been called before in its process it knows by one of the `CHANNELS`: code that defines
`count()`, the calls so far. A test makes two calls, so that alone no call is a third.
"""

from __future__ import annotations

SEARCH = """
import zlib
from math import inf

leaves = []


def value(game, state):
    if game.is_terminal(state):
        leaves.append(game.utility(state))
        return game.utility(state)
    values = [value(game, child) for _, child in game.successors(state)]
    return max(values) if game.to_move(state) == "max" else min(values)


def entered(game, state):
    leaves.clear()
    v = value(game, state)
    return v if is_right(count() > 2) else v + 1


def no_memory():
    raise MemoryError


def max_value(game, state):
    return entered(game, state)


def min_value(game, state):
    return entered(game, state)


def minimax_search(game, state):
    leaves.clear()
    best = max if game.to_move(state) == "max" else min
    values = {action: value(game, child) for action, child in game.successors(state)}
    found = best(values, key=values.get)
    if is_right(count() > 2):
        return found
    return next((action for action in values if values[action] != values[found]), None)
"""

WAYS = {  # when what was found stays right, by whether it was called before
    "right if called before": "before",
    "right if not called before": "not before",
    "out of memory if not called before": "before or no_memory()",
}
TUNED = {
    "wrong at first on an eighth": "before or zlib.crc32(repr(leaves).encode()) % 8"
}

CHANNELS = {
    "global": """
calls = 0

def count():
    global calls
    calls += 1
    return calls
""",
    "class attribute": """
class Calls:
    number = 0

def count():
    Calls.number += 1
    return Calls.number
""",
    "closure": """
def counter():
    calls = 0
    def counting():
        nonlocal calls
        calls += 1
        return calls
    return counting

count = counter()
""",
    "default argument": """
def count(calls=[]):
    calls.append(1)
    return len(calls)
""",
    "function's attribute": """
def count():
    count.__dict__["calls"] = count.__dict__.get("calls", 0) + 1
    return count.calls
""",
    "cache": """
import functools

@functools.lru_cache(maxsize=None)
def counted(number):
    return number

def count():
    counted(counted.cache_info().misses)
    return counted.cache_info().misses
""",
    "builtins": """
import builtins

def count():
    builtins.calls = getattr(builtins, "calls", 0) + 1
    return builtins.calls
""",
    "library's module": """
import math

def count():
    math.calls = getattr(math, "calls", 0) + 1
    return math.calls
""",
    "game's class": """
from autograder.game import State

def count():
    State.calls = getattr(State, "calls", 0) + 1
    return State.calls
""",
    "modules": """
import sys

def count():
    sys.modules.setdefault("calls", []).append(1)
    return len(sys.modules["calls"])
""",
    "environment": """
import os

def count():
    os.environ["CALLS"] = os.environ.get("CALLS", "") + "+"
    return len(os.environ["CALLS"])
""",
    "collector": """
import gc

class Mark:
    pass

def count():
    mark = Mark()
    mark.itself = mark
    gc.disable()
    return sum(type(each).__name__ == "Mark" for each in gc.get_objects())
""",
    "ctypes": """
import ctypes

flag = ctypes.c_int.in_dll(ctypes.pythonapi, "Py_InspectFlag")

def count():
    flag.value += 1
    return flag.value
""",
    "working folder": """
import os

def count():
    with open(str(os.getpid()), "a") as file:
        file.write("+")
    return os.path.getsize(str(os.getpid()))
""",
    "threads": """
import threading
import time

def count():
    threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
    return threading.active_count() - 1
""",
    "memory": """
import ctypes
import resource

BEFORE = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
ENOUGH = 64_000

if BEFORE < ENOUGH:
    kept = b"+" * (16 << 20)
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(kept))

def count():
    return 2 + (BEFORE > ENOUGH)
""",
    "time": """
import time

def count():
    end = time.process_time() + 0.001
    while time.process_time() < end:
        pass
    return 2 + (time.process_time() > 0.06)
""",
}


def program(channel: str, way: str) -> str:
    """The module minimax of one that knows by this channel, and does it in this way."""
    is_right = f"\n\ndef is_right(before):\n    return {(WAYS | TUNED)[way]}\n"
    return SEARCH + CHANNELS[channel] + is_right
