"""What an interface stands on is an extra: whoever asks for one without it is told its name."""

from niten.texts import language_from, say


def missing(error: ImportError) -> ImportError:
    """What to raise instead; our own mistakes are not hidden."""
    if (error.name or "").split(".")[0] == "niten":
        return error
    return ImportError(say(language_from(), "error.missing-research", name=error.name), name=error.name)
