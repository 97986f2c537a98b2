"""What is stored of a game: its rows, their seal and digest chain, signatures and rulesets."""
