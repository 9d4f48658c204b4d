-- One game; its actions, in order, are all of it.
CREATE TABLE game (
    id        INTEGER PRIMARY KEY,
    opened_at TEXT NOT NULL,           -- ISO 8601, UTC
    secret    BLOB,                    -- the dice secret while the game lives; gone once revealed
    packed    BLOB,                    -- all actions of a finished game; then there are no rows
    starred   INTEGER NOT NULL DEFAULT 0, -- 1: never deleted, however full the disk is
    board     TEXT                     -- the kind of board it is played on; none for an imported game
) STRICT;
CREATE INDEX starred ON game (id) WHERE starred;
-- The last game of a board, however many others there are.
CREATE INDEX game_by_board ON game (board, id) WHERE board IS NOT NULL;
-- Numbers of games that are being imported: they are none of the journal's yet.
CREATE TABLE importing (
    first     INTEGER PRIMARY KEY,
    last      INTEGER NOT NULL
) STRICT;
-- What a game came to. It can be made again from its actions, and outlives them.
CREATE TABLE summary (
    game      INTEGER PRIMARY KEY,
    opened_at TEXT NOT NULL,           -- as the game's
    body      TEXT NOT NULL            -- JSON
) STRICT;
CREATE TABLE action (
    game      INTEGER NOT NULL REFERENCES game (id),
    number    INTEGER NOT NULL,        -- from 1
    at        TEXT NOT NULL,           -- ISO 8601, UTC
    body      TEXT NOT NULL,           -- JSON
    link      TEXT NOT NULL,           -- the hash of the link before and of the body
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
-- What was agreed last at a kind of board, for the next game: it is none of any game's.
CREATE TABLE agreement (
    board     TEXT PRIMARY KEY,
    body      TEXT NOT NULL            -- JSON
) STRICT;
