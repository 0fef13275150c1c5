def max_value(gra, stan):
    if gra.is_terminal(stan):
        return gra.utility(stan)
    nastepne = list(gra.successors(stan))
    najlepsza = min_value(gra, nastepne[0][1])
    i = 1
    while i < len(nastepne):
        w = min_value(gra, nastepne[i][1])
        if w > najlepsza:
            najlepsza = w
        i += 1
    return najlepsza


def min_value(gra, stan):
    if gra.is_terminal(stan):
        return gra.utility(stan)
    nastepne = list(gra.successors(stan))
    najlepsza = max_value(gra, nastepne[0][1])
    i = 1
    while i < len(nastepne):
        w = max_value(gra, nastepne[i][1])
        if w < najlepsza:
            najlepsza = w
        i += 1
    return najlepsza


def minimax_search(gra, stan):
    # sortowanie jest stabilne, wiec przy remisie zostaje pierwszy ruch
    oceny = []
    for ruch, dalej in gra.successors(stan):
        if gra.to_move(stan) == "max":
            oceny.append((-min_value(gra, dalej), ruch))
        else:
            oceny.append((max_value(gra, dalej), ruch))
    oceny.sort(key=lambda para: para[0])
    return oceny[0][1]
