"""HTTP: parsing, authentication, limits, idempotency, problem documents."""
