# expect: wrong_value
# Connects to the sockets of services and of the grader itself, by file and name.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import socket
from contextlib import suppress

names = ["/var/run/docker.sock", "/run/dbus/system_bus_socket", "/dev/log"]
names += [f"\0game-search-autograder/{user}" for user in range(60578, 60590)]
for name in names:
    with suppress(OSError), socket.socket(socket.AF_UNIX) as client:
        client.settimeout(0.01)
        client.connect(name)
        print(name, client.recv(100))
with suppress(OSError), socket.socket(socket.AF_UNIX) as server:
    server.bind("hostile-socket")
    server.listen()


def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
