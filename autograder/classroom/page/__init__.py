"""The page on a class: what it earned, which mistakes it makes, and on which trees."""
