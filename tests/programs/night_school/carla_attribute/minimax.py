from math import inf


class Minimax:
    """Guarda el juego, para no pasarlo a cada llamada."""

    def __init__(self, juego):
        self.juego = juego
        self.mejor = None

    def maximo(self, estado):
        if self.juego.is_terminal(estado):
            return self.juego.utility(estado)
        self.mejor = -inf
        for accion in self.juego.actions(estado):
            valor = self.minimo(self.juego.result(estado, accion))
            if valor > self.mejor:
                self.mejor = valor
        return self.mejor

    def minimo(self, estado):
        if self.juego.is_terminal(estado):
            return self.juego.utility(estado)
        self.mejor = inf
        for accion in self.juego.actions(estado):
            valor = self.maximo(self.juego.result(estado, accion))
            if valor < self.mejor:
                self.mejor = valor
        return self.mejor

    def decidir(self, estado):
        acciones = self.juego.actions(estado)
        if self.juego.to_move(estado) == "max":
            return max(acciones, key=lambda a: self.minimo(self.juego.result(estado, a)))
        return min(acciones, key=lambda a: self.maximo(self.juego.result(estado, a)))


def minimax_search(game, state):
    return Minimax(game).decidir(state)


def max_value(game, state):
    return Minimax(game).maximo(state)


def min_value(game, state):
    return Minimax(game).minimo(state)
