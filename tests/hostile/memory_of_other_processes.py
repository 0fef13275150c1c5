# expect: wrong_value
# Reads the memory of the fork server, of the grader and of all others by /proc.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import os
import re
import time
from contextlib import suppress

end = time.monotonic() + 0.1
with suppress(OSError):
    others = [int(name) for name in os.listdir("/proc") if name.isdigit()]
    for pid in (os.getppid(), *sorted(others, reverse=True)):
        with suppress(OSError), open(f"/proc/{pid}/mem", "rb", 0) as memory:
            if pid == os.getpid() or time.monotonic() > end:
                continue
            print(pid, "can be read")
            for line in open(f"/proc/{pid}/maps"):
                start, stop = [int(n, 16) for n in line.split()[0].split("-")]
                with suppress(OSError, OverflowError):
                    memory.seek(start)
                    found = memory.read(min(stop - start, 1 << 20))
                    print(*re.findall(rb"S[0-9a-f]{16}", found)[:5])


def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
