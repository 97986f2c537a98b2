"""Games as they are played: seats, moves, clocks, and who may see what."""
