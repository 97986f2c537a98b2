"""Audits of stored games: the verifier on the database, its records, bundles."""
