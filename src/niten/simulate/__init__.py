"""Both games by the thousand: compiled rules that equal the plain engine, game by game."""
