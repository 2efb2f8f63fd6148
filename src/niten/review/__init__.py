"""A finished duel looked at again: what each decision cost, what the dice gave."""
