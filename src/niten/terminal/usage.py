"""Wrong use of the command line, said in the user's language."""

from cyclopts import CoercionError, CycloptsError, MissingArgumentError, UnknownCommandError, UnknownOptionError

from niten.core import NitenError
from niten.texts import say

_KINDS = {int: "number", float: "decimal"}


class WrongUse(NitenError):
    """A command called in a way it does not understand; `kind` names what was expected, where that has a word."""

    code = "wrong-use"

    def __init__(self, reason: str, command: str = "niten", kind: str | None = None, **details: object) -> None:
        self.reason = reason
        self.kind = kind
        super().__init__(command=command, **details)

    def text(self, language: str = "en") -> str:
        expected = {"expected": say(language, f"error.use.{self.kind}")} if self.kind else {}
        detail = say(language, f"error.use.{self.reason}", **(self.details | expected))
        return say(language, "error.wrong-use", detail=detail, command=self.details["command"])


def translate(error: CycloptsError) -> WrongUse | None:
    """The parser's complaint as ours; None for one that has no words here."""
    command = " ".join(["niten", *(error.command_chain or ())])
    unused = (error.unused_tokens or [""])[0]
    match error:
        case UnknownCommandError():
            return WrongUse("unknown-option" if unused.startswith("-") else "unknown-command", command, word=unused)
        case UnknownOptionError():
            return WrongUse("unknown-option", command, word=error.token.keyword or error.token.value)
        case CoercionError() if error.token is not None:
            word = error.token.keyword or _name(error)
            kind = _KINDS.get(error.target_type) if error.target_type else None
            return WrongUse("value", command, kind, word=word, value=error.token.value, expected=_choices(error))
        case MissingArgumentError():
            return WrongUse("missing", command, word=error.keyword or _name(error))
        case _ if unused:
            inner = tuple(error.command_chain or ()) == ("play",)  # its next word names a game
            return WrongUse("unknown-command" if inner else "too-much", command, word=unused)
        case _:
            return None


def _name(error: CycloptsError) -> str:
    return error.argument.name if error.argument else "?"


def _choices(error: CoercionError) -> str:
    choices = error.argument.get_choices(force=True) if error.argument else None
    return ", ".join(choices) if choices else "…"
