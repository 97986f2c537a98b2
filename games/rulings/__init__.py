"""The rulings desk: what the rules say about a move in any position. Nothing is stored."""
