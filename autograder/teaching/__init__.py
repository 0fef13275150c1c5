"""What a result means: diagnosis, and the smallest trees that show a mistake."""
