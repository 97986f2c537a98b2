"""What is stored of a game: rows, seals, digest chain, signatures, rulesets."""
