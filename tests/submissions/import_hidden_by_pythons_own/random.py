def pick(items):
    return items[0]
