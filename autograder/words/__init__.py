"""Every sentence that a person reads about a result."""
