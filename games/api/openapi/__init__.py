"""The description of the API, made from the structs of its messages."""
