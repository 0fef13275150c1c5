"""One submission on the bench: staged, with its sandbox, its time and its turns."""
