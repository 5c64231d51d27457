"""`serve` runs the whole site."""
