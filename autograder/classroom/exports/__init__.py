"""What a learning management system hands out of a class, and folders made by hand."""
