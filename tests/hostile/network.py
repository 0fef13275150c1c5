# expect: wrong_value
# Sends what it sees to other machines, and opens a port for them; nobody hears.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import socket
from contextlib import suppress

with suppress(OSError), socket.socket() as tcp:
    tcp.settimeout(0.01)
    tcp.connect(("127.0.0.1", 9))
with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp:
    udp.sendto(b"tree", ("127.0.0.1", 9))
with suppress(OSError), socket.socket(socket.AF_INET6) as server:
    server.bind(("::1", 0))
    server.listen()
for family in (socket.AF_NETLINK, socket.AF_PACKET, socket.AF_ALG, socket.AF_VSOCK):
    with suppress(OSError), socket.socket(family, socket.SOCK_RAW):
        pass


def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
