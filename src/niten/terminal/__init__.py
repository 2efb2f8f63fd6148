"""The `niten` command and play in a terminal."""
