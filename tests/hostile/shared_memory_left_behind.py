# expect: wrong_value
# Leaves shared memory, semaphores and queues to the next test; none of them stays.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import ctypes
from contextlib import suppress
from multiprocessing import shared_memory

libc = ctypes.CDLL(None, use_errno=True)
PRIVATE = 0
libc.shmget(PRIVATE, 4096, 0o666)
libc.semget(PRIVATE, 1, 0o666)
libc.msgget(PRIVATE, 0o666)
libc.mq_open(b"/hostile-queue", 0o102, 0o666, None)
libc.shm_open(b"/hostile-memory", 0o102, 0o666)
libc.sem_open(b"/hostile-semaphore", 0o100, 0o666, 1)
with suppress(OSError):
    shared_memory.SharedMemory("hostile-block", create=True, size=4096)


def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
