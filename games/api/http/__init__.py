"""How HTTP behaves: parsing, authentication, limits, idempotency, problem documents."""
