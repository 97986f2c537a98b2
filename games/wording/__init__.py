"""What people read: moves, questions, facts, rules and problems in English and Canadian French."""
