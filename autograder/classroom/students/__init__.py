"""Who is in a class: rosters, and the seat of each student."""
