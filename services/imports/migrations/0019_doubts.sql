-- How often the stored facts were doubted, and how many of these doubts a comparison with git has settled. Counted, since a doubt
-- that is raised while a run reads is not settled by that run.
ALTER TABLE imports ADD COLUMN doubts integer NOT NULL DEFAULT 0;
ALTER TABLE imports ADD COLUMN doubts_settled integer NOT NULL DEFAULT 0;
