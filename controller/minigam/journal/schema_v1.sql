-- A chapter is one game with the set-up before it; its events, in order, are the game.
CREATE TABLE chapter (
    id        INTEGER PRIMARY KEY,
    opened_at TEXT NOT NULL,           -- ISO 8601, UTC
    secret    BLOB                     -- the dice secret while the game lives; gone once revealed
) STRICT;
CREATE TABLE event (
    chapter   INTEGER NOT NULL REFERENCES chapter (id),
    number    INTEGER NOT NULL,        -- from 1
    at        TEXT NOT NULL,           -- ISO 8601, UTC
    body      TEXT NOT NULL,           -- JSON
    PRIMARY KEY (chapter, number)
) STRICT, WITHOUT ROWID;
