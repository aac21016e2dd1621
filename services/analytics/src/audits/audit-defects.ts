import { z } from 'zod';
import { defectsInScope } from '../segments/views/defect-views.ts';
import { allOf, fragment } from '../store/sql.ts';
import { type AuditQuery, withScope } from './audit-query.ts';
import { between, byIssueKey, bySha, ofTeamRepos } from './conditions.ts';
import { ofPoint, pointValues } from './point-records.ts';
import { readPage } from './read-page.ts';
import { timeField } from './row-fields.ts';

const defectRow = z.object({
  id: z.coerce.number(),
  defect_key: z.string(),
  category: z.string(),
  severity: z.coerce.number().nullable(),
  repos: z.array(z.coerce.number()),
  fix_shas: z.array(z.string()),
  detected: timeField,
  activity: timeField,
  merged: timeField,
  released: timeField,
  resolved: timeField,
});

/** Newest first by the time detected. A defect has no contributor: contributors do not filter it, a team does by its repos. */
export async function auditDefects(query: AuditQuery) {
  const conditions = [
    'true',
    ...between(query, 'detected_at', 'range'),
    ...between(query, 'resolved_at', 'resolved'),
    ...byIssueKey(query, (matches) => fragment`(${matches('defect_key')})`),
    ...ofTeamRepos(query, (repoIds) => fragment`hasAny(repos, ${repoIds})`),
    ...bySha(query, (sha) => fragment`has(fix_shas, ${sha})`),
  ];
  const page = await readPage(query, {
    name: 'audit_critical_defects',
    from: fragment`(${withScope(query, defectsInScope)}) WHERE ${allOf(ofPoint(query, conditions))}`,
    columns: `defect_id AS id, defect_key, category, severity, repos, fix_shas, detected_at AS detected,
      first_fix_activity_at AS activity, first_fix_merged_at AS merged,
      first_fix_released_at AS released, resolved_at AS resolved`,
    time: 'detected_at',
    ties: [{ column: 'defect_id', type: 'UInt64' }],
    row: defectRow,
  });
  const valuesOf = await pointValues(
    query,
    page.rows.map(({ id }) => [id]),
  );
  return {
    ...page,
    rows: page.rows.map(({ repos, fix_shas: shas, detected, activity, merged, released, resolved, ...defect }) => ({
      ...defect,
      repo_paths: query.queryScope.scope.repos.filter(({ id }) => repos.includes(id)).map(({ path }) => path),
      fix_shas: [...new Set(shas)],
      detected_at: detected,
      first_fix_activity_at: activity,
      first_fix_merged_at: merged,
      first_fix_released_at: released,
      resolved_at: resolved,
      ...valuesOf(defect.id),
    })),
  };
}
