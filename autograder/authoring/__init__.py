"""What authors of questions ask: which mistakes there are, and what trees catch."""
