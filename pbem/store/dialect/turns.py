"""Whose turn it is to write on a PostgreSQL server, and about which games somebody has written.

One row, that of the table `writer_turn`, is the right to write: whoever writes raises its number first, and holds
its lock until the end of the transaction. Triggers note that number for each game about which a statement has written (the
table `game_turn`; 0: what belongs to no game). Who has read first, and then becomes the writer, sees by it whether anything
has changed that they have read. A letter that came in, and what became of a mail, changes no letter's answer: neither is
noted.
"""

from __future__ import annotations

from sqlalchemy import Connection

from pbem.store.dialect.base import ABOUT_GAME
from pbem.store.errors import Changed

CLAIM = "UPDATE writer_turn SET number = number + 1"
_SEEN = "SELECT number FROM writer_turn"
_BEGIN_AGAIN = ("COMMIT", "BEGIN ISOLATION LEVEL READ COMMITTED")
_CHANGED = "SELECT count(*) FROM game_turn WHERE game_id IN (0, {}) AND number > {}"

_GAME, _ITS_OWN, _GAME_OR_NONE, _NO_GAME = "game_id", "id", "coalesce(game_id, 0)", "0"
_ALWAYS, _NOT_CHANGED = ("insert", "update", "delete"), ("insert", "delete")
_NOTED = {
    "game": (_ITS_OWN, _ALWAYS),
    "entry": (_GAME, _NOT_CHANGED),
    "strike": (_GAME, _NOT_CHANGED),
    "outgoing": (_GAME_OR_NONE, _NOT_CHANGED),
    **dict.fromkeys(("seat", "observer", "letter", "event", "terms", "progress", "message", "delivery"), (_GAME, _ALWAYS)),
    **dict.fromkeys(("deleted_game", "gathering", "guest"), (_NO_GAME, _ALWAYS)),
}
"""By table: the game about which a row is (NULL: nobody's business), and what is noted."""
TRIGGERS = frozenset(f"{table}_notes_{verb}" for table, (_, verbs) in _NOTED.items() for verb in verbs)


def _function(name: str, game: str) -> str:
    return f"""
    CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO game_turn SELECT DISTINCT {game}, (SELECT number FROM writer_turn) FROM written
        WHERE {game} IS NOT NULL
        ON CONFLICT (game_id) DO UPDATE SET number = excluded.number WHERE game_turn.number <> excluded.number;
        RETURN NULL;
    END $$
    """  # noqa: S608 - constants


_FUNCTIONS = {game: f"note_turn_{place}" for place, game in enumerate((_GAME, _ITS_OWN, _GAME_OR_NONE, _NO_GAME), 1)}
NOTES = (
    "CREATE TABLE game_turn (game_id integer PRIMARY KEY, number bigint NOT NULL)",
    *(_function(name, game) for game, name in _FUNCTIONS.items()),
    *(
        f"CREATE TRIGGER {table}_notes_{verb} AFTER {verb.upper()} ON {table} "
        f"REFERENCING {'OLD' if verb == 'delete' else 'NEW'} TABLE AS written "
        f"FOR EACH STATEMENT EXECUTE FUNCTION {_FUNCTIONS[game]}()"
        for table, (game, verbs) in _NOTED.items()
        for verb in verbs
    ),
)
"""The statements that make table and triggers."""


def become_writer(connection: Connection) -> None:
    """End the transaction that has only read, begin one that writes, and compare: raises Changed where somebody has written
    meanwhile, about the game that the transaction is about if it says one (database.be_about), else about anything.

    The first one sees one moment, and could not become the writer where anybody has written since; in the second each
    statement sees what is committed, and nobody else commits.
    """
    seen = connection.exec_driver_sql(_SEEN).scalar_one()
    for statement in _BEGIN_AGAIN:
        connection.exec_driver_sql(statement)
    number = connection.exec_driver_sql(f"{CLAIM} RETURNING number").scalar_one()
    game_id = connection.info[ABOUT_GAME]
    if game_id is None:
        has_changed = number != seen + 1
    else:
        has_changed = connection.exec_driver_sql(_CHANGED.format(int(game_id), seen)).scalar_one() > 0
    if has_changed:
        raise Changed("somebody else has written meanwhile")
