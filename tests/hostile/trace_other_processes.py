# expect: wrong_value
# Attaches to its parent as a debugger, and reads it by process_vm_readv.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import ctypes
import os

ATTACH, SEIZE, DETACH = 16, 0x4206, 17
libc = ctypes.CDLL(None, use_errno=True)
for pid in (os.getppid(), os.getppid() - 1, os.getppid() - 2):
    for request in (ATTACH, SEIZE):
        if libc.ptrace(request, pid, 0, 0) == 0:
            print("attached to", pid)
            libc.waitpid(pid, None, 0)
            libc.ptrace(DETACH, pid, 0, 0)
    buffer = ctypes.create_string_buffer(4096)
    remote = (ctypes.c_size_t * 2)(id(os), 4096)
    local = (ctypes.c_size_t * 2)(ctypes.addressof(buffer), 4096)
    if libc.process_vm_readv(pid, local, 1, remote, 1, 0) > 0:
        print("read", pid, buffer.raw[:100])


def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
