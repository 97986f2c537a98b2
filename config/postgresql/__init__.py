"""A PostgreSQL backend that notices closed connections without a query."""
