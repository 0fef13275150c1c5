-- What makes a store of form 3 one of form 4; what it holds stays.
ALTER TABLE grading ADD COLUMN seconds REAL;
ALTER TABLE grading ADD COLUMN aside INTEGER NOT NULL DEFAULT 0;
ALTER TABLE grading ADD COLUMN record BLOB;
ALTER TABLE state ADD COLUMN asked TEXT NOT NULL DEFAULT '';
ALTER TABLE override ADD COLUMN submission TEXT NOT NULL DEFAULT '';
CREATE TABLE attempt (
    student INTEGER NOT NULL REFERENCES student (place),
    place INTEGER NOT NULL,
    submission TEXT NOT NULL REFERENCES submission (name),
    PRIMARY KEY (student, place)
) WITHOUT ROWID;
CREATE TABLE remembered (name TEXT PRIMARY KEY, value TEXT NOT NULL, content BLOB);
