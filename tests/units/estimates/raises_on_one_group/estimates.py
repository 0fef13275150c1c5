"""Raises on one group only: `material` divides by 0 where neither side has anything."""


def material(white, black):
    return (white - black) / (white + black)
