"""The pages under /audit/: find games, step through one, ask the rulings desk."""
