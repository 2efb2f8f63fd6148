"""The server: tables that lose nothing. docs/server.md has the model."""
