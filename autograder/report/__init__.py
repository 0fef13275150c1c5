"""What people and programs read: entries as JSON, in the terminal, on a page."""
