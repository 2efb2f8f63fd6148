"""Sheets for those who ask: set in a process of their own, one after the other, and those asked for often kept."""

from collections import OrderedDict

from niten.core import NitenError
from niten.core.game import JsonObject
from niten.server.entries import to_json
from niten.server.pool import Pool, TaskFailed, WorkerLost

_KEPT = 16  # sheets: a booklet is the largest of them
_WAITING = 20
_SECONDS = 60.0


class PressBusy(NitenError):
    """Too many wait for their sheets already."""

    code = "press-busy"


class PrintFailed(NitenError):
    """The sheet could not be made."""

    code = "print-failed"


class Press:
    """Makes PDFs."""

    def __init__(self) -> None:
        self._pool = Pool(1)
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._waiting = 0

    def kept(self, sheet: JsonObject) -> bytes | None:
        """A sheet made before, if it is kept: what is asked for decides every byte, so it is as good as a new one."""
        key = to_json(sheet)
        if key not in self._kept:
            return None
        self._kept.move_to_end(key)
        return self._kept[key]

    async def print(self, sheet: JsonObject) -> bytes:
        """A new sheet."""
        key = to_json(sheet)
        if self._waiting >= _WAITING:
            raise PressBusy
        self._waiting += 1
        try:
            pdf: bytes = await self._pool.run("print", sheet, seconds=_SECONDS)
        except (TaskFailed, WorkerLost) as error:
            raise PrintFailed(reason=str(error)) from error
        finally:
            self._waiting -= 1
        self._kept[key] = pdf
        if len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return pdf

    def close(self) -> None:
        """End whatever is being made."""
        self._pool.close()
