def saddle_points(matrix):
    """The keys of a dictionary, each once."""
    value = {(r, c): x for r, row in enumerate(matrix) for c, x in enumerate(row)}
    rows = dict(enumerate(map(min, matrix)))
    columns = dict(enumerate(map(max, zip(*matrix))))
    return {(r, c): x for (r, c), x in value.items() if rows[r] == x == columns[c]}.keys()
