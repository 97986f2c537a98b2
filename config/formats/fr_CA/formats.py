"""Times with the letter h, which Django's own formats read as hours of twelve."""

TIME_FORMAT = "H\xa0\\h\xa0i"
DATETIME_FORMAT = f"j F Y, {TIME_FORMAT}"
SHORT_DATETIME_FORMAT = f"Y-m-d {TIME_FORMAT}"
