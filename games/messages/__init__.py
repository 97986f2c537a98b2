"""What the API sends and reads, as structs."""
