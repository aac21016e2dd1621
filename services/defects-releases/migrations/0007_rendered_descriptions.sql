-- A description as HTML, rendered once when it is written; null until then, for those of before.
ALTER TABLE defects ADD COLUMN html_description text;
