"""The verifier asked of the database: audits, their records, and bundles."""
