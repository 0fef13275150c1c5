"""Minimax de Luis. Uso una clase como en la clase de teoria."""


class Buscador:
    def __init__(self, game):
        self.game = game

    def valor(self, state):
        # hoja
        if self.game.is_terminal(state):
            return self.game.utility(state)
        primero = True
        resultado = 0
        turno = self.game.to_move(state)
        for par in self.game.successors(state):
            otro = self.valor(par[1])
            if primero:
                resultado = otro
                primero = False
            elif turno == "max":
                if resultado < otro:
                    resultado = otro
            elif turno == "min":
                if resultado > otro:
                    resultado = otro
        return resultado

    def mejor(self, state):
        # diccionario: accion -> valor
        tabla = {}
        for par in self.game.successors(state):
            tabla[par[0]] = self.valor(par[1])
        turno = self.game.to_move(state)
        mejor_accion = None
        for accion in tabla:
            if mejor_accion is None:
                mejor_accion = accion
            elif turno == "max" and tabla[accion] > tabla[mejor_accion]:
                mejor_accion = accion
            elif turno == "min" and tabla[accion] < tabla[mejor_accion]:
                mejor_accion = accion
        return mejor_accion


def minimax_search(game, state):
    buscador = Buscador(game)
    return buscador.mejor(state)


def max_value(game, state):
    buscador = Buscador(game)
    return buscador.valor(state)


def min_value(game, state):
    buscador = Buscador(game)
    return buscador.valor(state)
