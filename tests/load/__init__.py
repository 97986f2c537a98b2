"""Load and faults: many games at once on the processes of production."""
