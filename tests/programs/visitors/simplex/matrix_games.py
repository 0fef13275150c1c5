def game_value(m):
    """Raise the payoffs above 0; maximize the sum of y with M y <= 1; the value is 1 / sum."""
    rows = len(m)
    cols = len(m[0])
    shift = 1 - min(min(row) for row in m)
    t = []
    for i in range(rows):
        line = [float(m[i][j] + shift) for j in range(cols)]
        line += [1.0 if k == i else 0.0 for k in range(rows)]
        line.append(1.0)
        t.append(line)
    z = [-1.0] * cols + [0.0] * (rows + 1)
    width = cols + rows
    while True:
        enter = -1
        for j in range(width):
            if z[j] < -1e-12:
                enter = j
                break
        if enter < 0:
            break
        leave = -1
        for i in range(rows):
            if t[i][enter] > 1e-12:
                if (
                    leave < 0
                    or t[i][width] / t[i][enter] < t[leave][width] / t[leave][enter] - 1e-15
                ):
                    leave = i
        p = t[leave][enter]
        t[leave] = [x / p for x in t[leave]]
        for i in range(rows):
            if i != leave:
                f = t[i][enter]
                t[i] = [x - f * y for x, y in zip(t[i], t[leave])]
        f = z[enter]
        z = [x - f * y for x, y in zip(z, t[leave])]
    return 1 / z[width] - shift
