"""Benchmarks: figures printed as JSON lines, never tests that can fail for time."""
