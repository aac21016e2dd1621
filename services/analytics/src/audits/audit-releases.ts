import { z } from 'zod';
import { allOf, fragment } from '../store/sql.ts';
import { type AuditQuery, pathOf } from './audit-query.ts';
import { between, byIssueKey, byNamed, bySha, inRepos, ofEntity, ofTeamRepos } from './conditions.ts';
import { peopleIn } from './identity-lists.ts';
import { ofPoint, pointValues } from './point-records.ts';
import { readPage } from './read-page.ts';
import { orNull, timeField } from './row-fields.ts';

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

/** Newest first. Contributors filter by who deployed, a team by its repos. */
export async function auditReleases(query: AuditQuery) {
  const conditions = [
    fragment`${ofEntity(query)} AND ${inRepos(query)} AND NOT removed`,
    ...between(query, 'released_at', 'range'),
    ...byIssueKey(query, (matches) => fragment`arrayExists(key -> ${matches('key')}, issue_keys)`),
    ...ofTeamRepos(query, (repoIds) => fragment`repo_id IN ${repoIds}`),
    ...byNamed(query, 'deployed_by_committer_id'),
    ...bySha(query),
  ];
  const page = await readPage(query, {
    name: 'audit_releases',
    from: fragment`releases FINAL WHERE ${allOf(ofPoint(query, conditions))}`,
    columns: `release_id AS id, name, repo_id, sha, previous_sha, triggered_by, deployed_by_committer_id AS deployer, defect_keys, issue_keys,
      released_at AS released`,
    time: 'released_at',
    ties: [{ column: 'release_id', type: 'UInt64' }],
    row: releaseRow,
  });
  const personOf = peopleIn(query.queryScope);
  const valuesOf = await pointValues(
    query,
    page.rows.map(({ id }) => [id]),
  );
  return {
    ...page,
    rows: page.rows.map((release) => ({
      id: release.id,
      name: orNull(release.name),
      repo_path: pathOf(query, release.repo_id),
      sha: orNull(release.sha),
      previous_sha: orNull(release.previous_sha),
      released_at: release.released,
      triggered_by: release.triggered_by,
      deployed_by: personOf(release.deployer),
      defect_keys: release.defect_keys,
      issue_keys: release.issue_keys,
      ...valuesOf(release.id),
    })),
  };
}
