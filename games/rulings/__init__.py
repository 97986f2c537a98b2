"""The rulings desk: the rules on a move in any position; stores nothing."""
