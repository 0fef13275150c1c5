"""What students are asked: questions, points, limits, trees; and the file of it."""
