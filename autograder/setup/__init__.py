"""Makes the environment in which all else runs, with nothing but Python."""
