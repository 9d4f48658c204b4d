-- Which game of which meeting a game is, and what its board keeps beside the actions. Journals from
-- before there were meetings get this table when they are opened.
CREATE TABLE meeting (
    game      INTEGER PRIMARY KEY,
    id        TEXT NOT NULL,           -- the meeting's
    number    INTEGER NOT NULL,        -- which game of it
    kept      TEXT                     -- JSON; none while there is nothing
) STRICT;
CREATE INDEX game_by_meeting ON meeting (id, number);
