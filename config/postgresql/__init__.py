"""Django's PostgreSQL backend that notices a closed connection without asking every time."""
