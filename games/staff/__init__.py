"""People who log in: how they do, and how they are looked after."""
