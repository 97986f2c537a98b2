"""Pictures of cards, and sheets to print."""
