"""Tests of the processes of production, on PostgreSQL and Redis."""
