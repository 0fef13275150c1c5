-- What makes a store of form 4 one of form 5; what it holds stays.
ALTER TABLE grading ADD COLUMN explained REAL;
ALTER TABLE result ADD COLUMN role TEXT NOT NULL DEFAULT '';
ALTER TABLE result ADD COLUMN lines TEXT NOT NULL DEFAULT '';
DROP VIEW grade;
CREATE VIEW grade AS
SELECT student.name AS student, student.sid, student.email, submission.name AS submission,
       submission.submitted_at, submission.late, result.question, result.points, result.most,
       result.convention, result.diagnosis, result.title, result.role, result.lines
FROM student
LEFT JOIN submission ON submission.name = student.submission
LEFT JOIN result ON result.grading = submission.grading;
