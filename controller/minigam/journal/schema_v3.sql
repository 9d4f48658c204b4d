-- A chapter is one game with the set-up before it; its events, in order, are the game.
CREATE TABLE chapter (
    id        INTEGER PRIMARY KEY,
    opened_at TEXT NOT NULL,           -- ISO 8601, UTC
    secret    BLOB,                    -- the dice secret while the game lives; gone once revealed
    packed    BLOB,                    -- all events of a finished game; then there are no rows
    starred   INTEGER NOT NULL DEFAULT 0, -- 1: never let go, however full the disk is
    board     TEXT                     -- the kind of board it is played on; none for an imported game
) STRICT;
CREATE INDEX starred ON chapter (id) WHERE starred;
-- Numbers of games that are being imported: they are none of the journal's yet.
CREATE TABLE importing (
    first     INTEGER PRIMARY KEY,
    last      INTEGER NOT NULL
) STRICT;
-- The last game of a board, however many others there are.
CREATE INDEX chapter_by_board ON chapter (board, id) WHERE board IS NOT NULL;
-- What a game came to. It can be made again from its events, and outlives them.
CREATE TABLE summary (
    chapter   INTEGER PRIMARY KEY,
    opened_at TEXT NOT NULL,           -- as the chapter's
    body      TEXT NOT NULL            -- JSON
) STRICT;
CREATE TABLE event (
    chapter   INTEGER NOT NULL REFERENCES chapter (id),
    number    INTEGER NOT NULL,        -- from 1
    at        TEXT NOT NULL,           -- ISO 8601, UTC
    body      TEXT NOT NULL,           -- JSON
    PRIMARY KEY (chapter, number)
) STRICT, WITHOUT ROWID;
