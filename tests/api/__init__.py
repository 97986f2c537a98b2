"""The API, an endpoint a file."""
