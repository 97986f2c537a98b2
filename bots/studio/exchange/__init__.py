"""Sets as JSON and words as CSV, out of the server and into it."""
