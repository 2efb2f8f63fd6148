"""The tables kept ready: what another node says of them."""

import asyncio

import pytest

from niten.server.hall import Hall, NoSuchTable
from niten.server.store import Store, open_database


def test_word_of_a_table_that_is_deleted_while_it_is_loaded_is_no_error(sqlite: str) -> None:
    """Somebody asks for the table, another node adds to it, and it is deleted: who asked is told, nobody else."""

    async def hear() -> None:
        store = Store(open_database(sqlite))
        hall = Hall(store, node="here", most=10)

        async def ask() -> None:
            async with hall.holding("gone"):
                pass

        asked = asyncio.create_task(ask())
        await asyncio.sleep(0)  # it has begun to load
        await hall.heard("gone", 3)
        with pytest.raises(NoSuchTable):
            await asked
        store.close()

    asyncio.run(hear())
