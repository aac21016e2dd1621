import { z } from 'zod';
import {
  type AuditQuestion,
  between,
  byIssueKey,
  milliseconds,
  ofTeamRepos,
  pathOf,
  peopleOf,
  readPage,
  timeField,
} from './audit-question.ts';
import { ofPoint, pointValues } from './point-records.ts';

const releaseRow = z.object({
  id: z.coerce.number(),
  name: z.string(),
  repo_id: z.coerce.number(),
  sha: z.string(),
  previous_sha: z.string(),
  triggered_by: z.string(),
  deployer: z.coerce.number(),
  defect_keys: z.array(z.string()),
  issue_keys: z.array(z.string()),
  released: timeField,
});

const orNull = (text: string): string | null => (text === '' ? null : text);

/** Newest first. People narrow it to what they deployed, a team to its repos. */
export async function auditReleases(question: AuditQuestion) {
  const conditions = [
    'entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND NOT removed',
    ...between(question, 'released_at', 'range'),
    ...byIssueKey(question, (matches) => `arrayExists(key -> ${matches('key')}, issue_keys)`),
    ...ofTeamRepos(question, 'repo_id IN {team_repo_ids:Array(UInt64)}'),
  ];
  if (question.committerIds) conditions.push('deployed_by_committer_id IN {named:Array(UInt64)}');
  if (question.sha !== undefined) {
    question.params['sha'] = question.sha;
    conditions.push('sha = {sha:String}');
  }
  const page = await readPage(question, {
    name: 'audit_releases',
    from: `releases FINAL WHERE ${ofPoint(question, conditions).join(' AND ')}`,
    columns: `release_id AS id, name, repo_id, sha, previous_sha, triggered_by, deployed_by_committer_id AS deployer, defect_keys, issue_keys,
      ${milliseconds('released_at')} AS released`,
    time: 'released_at',
    ties: [{ column: 'release_id', type: 'UInt64' }],
    row: releaseRow,
  });
  const people = await peopleOf(question);
  const given = await pointValues(
    question,
    page.rows.map(({ id }) => [id]),
  );
  return {
    ...page,
    rows: page.rows.map((release) => ({
      id: release.id,
      name: orNull(release.name),
      repo_path: pathOf(question, release.repo_id),
      sha: orNull(release.sha),
      previous_sha: orNull(release.previous_sha),
      released_at: release.released,
      triggered_by: release.triggered_by,
      deployed_by: people(release.deployer),
      defect_keys: release.defect_keys,
      issue_keys: release.issue_keys,
      ...given(release.id),
    })),
  };
}
