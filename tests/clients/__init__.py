"""Clients generated from the OpenAPI file, and programs on top of them."""
