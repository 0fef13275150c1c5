"""A state is the state before and the move; positions are worked out by going back."""


class Record:
    start = None

    def __init__(self, before=None, move=None):
        self.before, self.move = before, move

    def moves(self):
        return [] if self.before is None else self.before.moves() + [self.move]

    def position(self):
        if self.before is None:
            return self.start
        return self.play(self.before.position(), self.move)

    @property
    def mover(self):
        return "max" if len(self.moves()) % 2 == 0 else "min"

    def __eq__(self, other):
        return (
            type(self) is type(other)
            and self.position() == other.position()
            and self.mover == other.mover
        )

    def __hash__(self):
        return hash((self.position(), self.mover))
