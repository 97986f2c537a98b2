"""The admin pages on which card sets are made, rehearsed, reviewed, published."""
