# Ben, Informatik 1
# Stapel als Liste, jeder Knoten ist eine kleine Liste:
#   [Zustand, Elternknoten, Wert, schon besucht?]

import math

ZUSTAND = 0
ELTERN = 1
WERT = 2
BESUCHT = 3


def minimax_dfs(game, root):
    wurzel = [root, None, None, False]
    stapel = []
    stapel.append(wurzel)
    while len(stapel) > 0:
        # obersten Knoten anschauen
        knoten = stapel[len(stapel) - 1]
        fertig = False
        if knoten[BESUCHT] == True:
            fertig = True
        elif game.is_terminal(knoten[ZUSTAND]):
            knoten[WERT] = game.utility(knoten[ZUSTAND])
            fertig = True
        if fertig == True:
            # vom Stapel nehmen und den Wert hochgeben
            stapel.pop()
            eltern = knoten[ELTERN]
            if eltern is not None:
                wer = game.to_move(eltern[ZUSTAND])
                eltern[WERT] = backup1(wer, eltern[WERT], knoten[WERT])
        else:
            knoten[BESUCHT] = True
            # schlechtester Wert
            if game.to_move(knoten[ZUSTAND]) == "max":
                knoten[WERT] = -math.inf
            else:
                knoten[WERT] = math.inf
            # Kinder rueckwaerts auf den Stapel, dann liegt das erste oben
            kinder = game.successors(knoten[ZUSTAND])
            i = len(kinder) - 1
            while i >= 0:
                stapel.append([kinder[i][1], knoten, None, False])
                i = i - 1
    return wurzel[WERT]


def backup1(mover, parent_value, child_value):
    if mover == "max":
        if child_value > parent_value:
            return child_value
        else:
            return parent_value
    else:
        if child_value < parent_value:
            return child_value
        else:
            return parent_value
