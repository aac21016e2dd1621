-- Whether the API gave the repo to the team: its code host, which has repos of its own for it, does not take that away.
ALTER TABLE team_repos ADD COLUMN given_by_api boolean NOT NULL DEFAULT true;
UPDATE team_repos SET given_by_api = false FROM teams WHERE teams.id = team_repos.team_id AND teams.external_id IS NOT NULL;
