"""The public HTTP interface, version 1."""
