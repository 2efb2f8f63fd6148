"""What an interface stands on is an extra: whoever asks for one without it is told its name."""

from niten.texts import language_from, say


def missing(error: ImportError) -> ImportError:
    """What to raise instead; our own mistakes are not hidden."""
    package, language = (error.name or "").split(".")[0], language_from()
    if package == "niten":
        return error
    if package == "numba":
        return ImportError(say(language, "error.no-solver", reason=package), name=package)
    return ImportError(say(language, "error.missing-research", name=error.name), name=error.name)
