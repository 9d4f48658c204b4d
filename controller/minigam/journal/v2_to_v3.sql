ALTER TABLE chapter ADD COLUMN board TEXT;
CREATE INDEX chapter_by_board ON chapter (board, id) WHERE board IS NOT NULL;
CREATE INDEX IF NOT EXISTS starred ON chapter (id) WHERE starred;
CREATE TABLE IF NOT EXISTS importing (
    first     INTEGER PRIMARY KEY,
    last      INTEGER NOT NULL
) STRICT;
