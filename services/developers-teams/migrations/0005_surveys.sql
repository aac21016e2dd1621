CREATE TABLE surveys (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entity_id bigint NOT NULL,
  title text NOT NULL,
  questions jsonb NOT NULL,
  -- Whom it asks: a team (as it was called), or those of a resource; repo_ids null is the whole entity.
  team_id bigint,
  team_slug text,
  resource_path text,
  repo_ids bigint[],
  anonymous boolean NOT NULL,
  created_by bigint NOT NULL,
  opens_at timestamptz NOT NULL,
  closes_at timestamptz,
  opened boolean NOT NULL DEFAULT false,
  closed_at timestamptz,
  CHECK (closes_at > opens_at)
);
CREATE INDEX surveys_by_entity ON surveys (entity_id, id);
CREATE INDEX surveys_to_open ON surveys (entity_id, opens_at) WHERE NOT opened;

-- Each participant counts in one team, fixed at the opening; no team is one of these groups too.
CREATE TABLE survey_groups (
  entity_id bigint NOT NULL,
  survey_id bigint NOT NULL REFERENCES surveys (id) ON DELETE CASCADE,
  group_no integer NOT NULL,
  team_id bigint,
  team_name text,
  team_slug text,
  PRIMARY KEY (survey_id, group_no)
);

-- Who was asked and has answered. What was answered is elsewhere, with nothing in common but the survey and the group.
CREATE TABLE survey_participants (
  entity_id bigint NOT NULL,
  survey_id bigint NOT NULL REFERENCES surveys (id) ON DELETE CASCADE,
  committer_id bigint NOT NULL,
  group_no integer NOT NULL,
  answered boolean NOT NULL DEFAULT false,
  PRIMARY KEY (survey_id, committer_id)
);
CREATE INDEX survey_participants_by_committer ON survey_participants (committer_id);

-- Answers exist as counts and as a shuffled bag of texts: there is no row, no order and no time of a single one.
CREATE TABLE survey_tallies (
  entity_id bigint NOT NULL,
  survey_id bigint NOT NULL REFERENCES surveys (id) ON DELETE CASCADE,
  question_no integer NOT NULL,
  group_no integer NOT NULL,
  answers integer NOT NULL,
  texts text[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (survey_id, question_no, group_no)
);
CREATE TABLE survey_choices (
  entity_id bigint NOT NULL,
  survey_id bigint NOT NULL REFERENCES surveys (id) ON DELETE CASCADE,
  question_no integer NOT NULL,
  group_no integer NOT NULL,
  choice integer NOT NULL,
  picked integer NOT NULL,
  PRIMARY KEY (survey_id, question_no, group_no, choice)
);

-- What may be read, question by question, once the survey is closed: a group at 5 answers or more. Where the smaller ones
-- together hold 1 to 4 answers, the whole less the rest would show them, so the smallest of the others is withheld too.
CREATE VIEW survey_shown AS
SELECT survey_id, question_no, group_no, answers, texts
FROM (
  SELECT survey_tallies.*,
    coalesce(sum(answers) FILTER (WHERE answers < 5) OVER (PARTITION BY survey_id, question_no), 0) AS withheld_answers,
    row_number() OVER (PARTITION BY survey_id, question_no, answers >= 5 ORDER BY answers, group_no) AS place
  FROM survey_tallies
  JOIN surveys ON surveys.id = survey_tallies.survey_id
  WHERE surveys.closed_at IS NOT NULL OR surveys.closes_at <= now()
) AS counted
WHERE answers >= 5 AND NOT (place = 1 AND withheld_answers BETWEEN 1 AND 4);

-- All groups of a question together (group_no 0), at 5 answers or more.
CREATE VIEW survey_published_answers AS
SELECT survey_id, question_no, group_no, answers, texts FROM survey_shown
UNION ALL
SELECT tallies.survey_id, tallies.question_no, 0, sum(tallies.answers)::integer,
  (SELECT coalesce(array_agg(bag.text), '{}') FROM survey_tallies AS all_tallies, unnest(all_tallies.texts) AS bag(text)
   WHERE all_tallies.survey_id = tallies.survey_id AND all_tallies.question_no = tallies.question_no)
FROM survey_tallies AS tallies
JOIN surveys ON surveys.id = tallies.survey_id
WHERE surveys.closed_at IS NOT NULL OR surveys.closes_at <= now()
GROUP BY tallies.survey_id, tallies.question_no
HAVING sum(tallies.answers) >= 5;

CREATE VIEW survey_published_choices AS
SELECT choices.survey_id, choices.question_no, published.group_no, choices.choice, sum(choices.picked)::integer AS picked
FROM survey_published_answers AS published
JOIN survey_choices AS choices
  ON choices.survey_id = published.survey_id AND choices.question_no = published.question_no
  AND (published.group_no = 0 OR choices.group_no = published.group_no)
GROUP BY choices.survey_id, choices.question_no, published.group_no, choices.choice;
