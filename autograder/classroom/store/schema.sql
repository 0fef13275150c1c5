-- The store of a class. docs/class.md tells what its tables mean; user_version is 5.
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE question (place INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, most REAL NOT NULL);
CREATE TABLE tree (name TEXT PRIMARY KEY, title TEXT NOT NULL, nodes INTEGER NOT NULL, outline TEXT NOT NULL);
CREATE TABLE state (
    id INTEGER PRIMARY KEY,
    digest TEXT NOT NULL UNIQUE,
    assignment TEXT NOT NULL,
    grader TEXT NOT NULL,
    python TEXT NOT NULL,
    layers TEXT NOT NULL,
    asked TEXT NOT NULL DEFAULT ''
);
CREATE TABLE grading (
    id INTEGER PRIMARY KEY,
    content TEXT NOT NULL,
    state INTEGER NOT NULL REFERENCES state (id),
    points REAL,
    most REAL NOT NULL,
    fault TEXT NOT NULL,
    blame TEXT NOT NULL,
    results TEXT NOT NULL,
    page BLOB,
    published BLOB,
    seconds REAL,
    aside INTEGER NOT NULL DEFAULT 0,
    record BLOB,
    explained REAL,
    UNIQUE (content, state)
);
CREATE TABLE result (
    grading INTEGER NOT NULL REFERENCES grading (id) ON DELETE CASCADE,
    place INTEGER NOT NULL,
    question TEXT NOT NULL,
    points REAL,
    most REAL NOT NULL,
    convention TEXT NOT NULL,
    diagnosis TEXT NOT NULL,
    title TEXT NOT NULL,
    told TEXT NOT NULL,
    smallest TEXT NOT NULL,
    unseen INTEGER NOT NULL,
    role TEXT NOT NULL DEFAULT '',
    lines TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (grading, place)
) WITHOUT ROWID;
CREATE TABLE test (
    grading INTEGER NOT NULL REFERENCES grading (id) ON DELETE CASCADE,
    place INTEGER NOT NULL,
    question TEXT NOT NULL,
    tree TEXT NOT NULL,
    points REAL,
    most REAL NOT NULL,
    passed INTEGER NOT NULL,
    verdict TEXT NOT NULL,
    behaviour TEXT NOT NULL,
    action TEXT,
    PRIMARY KEY (grading, place)
) WITHOUT ROWID;
CREATE TABLE submission (
    name TEXT PRIMARY KEY,
    "group" TEXT NOT NULL,
    submitted_at TEXT NOT NULL,
    late INTEGER NOT NULL,
    original TEXT NOT NULL,
    content TEXT NOT NULL,
    grading INTEGER REFERENCES grading (id)
);
-- By these a grading finds its submissions without looking at all of them.
CREATE INDEX submission_content ON submission (content);
CREATE INDEX submission_grading ON submission (grading);
CREATE TABLE student (
    place INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    sid TEXT NOT NULL,
    email TEXT NOT NULL,
    lms TEXT NOT NULL,
    submission TEXT REFERENCES submission (name)
);
CREATE TABLE override (
    sid TEXT NOT NULL,
    question TEXT NOT NULL,
    points REAL NOT NULL,
    reason TEXT NOT NULL,
    submission TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (sid, question)
);
-- What each student has handed in, also what does not count; `place` in the order of time.
CREATE TABLE attempt (
    student INTEGER NOT NULL REFERENCES student (place),
    place INTEGER NOT NULL,
    submission TEXT NOT NULL REFERENCES submission (name),
    PRIMARY KEY (student, place)
) WITHOUT ROWID;
-- What a run was told, for those that follow: options by their names, and files' contents.
CREATE TABLE remembered (name TEXT PRIMARY KEY, value TEXT NOT NULL, content BLOB);
-- One row a student and question, as the grader found it; overrides are not in it.
CREATE VIEW grade AS
SELECT student.name AS student, student.sid, student.email, submission.name AS submission,
       submission.submitted_at, submission.late, result.question, result.points, result.most,
       result.convention, result.diagnosis, result.title, result.role, result.lines
FROM student
LEFT JOIN submission ON submission.name = student.submission
LEFT JOIN result ON result.grading = submission.grading;
