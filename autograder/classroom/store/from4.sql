-- What makes a store of form 4 one of form 5; what it holds stays.
ALTER TABLE grading ADD COLUMN explained REAL;
ALTER TABLE result ADD COLUMN role TEXT NOT NULL DEFAULT '';
ALTER TABLE result ADD COLUMN lines TEXT NOT NULL DEFAULT '';
