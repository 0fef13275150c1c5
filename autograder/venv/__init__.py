"""The folder .venv, made with nothing but Python."""
