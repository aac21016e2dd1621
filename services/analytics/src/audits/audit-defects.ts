import { z } from 'zod';
import { defectsInScope } from '../segments/facts/delivery-facts.ts';
import {
  type AuditQuestion,
  between,
  byIssueKey,
  milliseconds,
  ofTeamRepos,
  readPage,
  timeField,
} from './audit-question.ts';
import { ofPoint, pointValues } from './point-records.ts';

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

/** Newest first by the time detected. A defect has no contributor: people do not narrow it, a team does by its repos. */
export async function auditDefects(question: AuditQuestion) {
  const conditions = [
    'true',
    ...between(question, 'detected_at', 'range'),
    ...between(question, 'resolved_at', 'resolved'),
    ...byIssueKey(question, (matches) => `(${matches('defect_key')})`),
    ...ofTeamRepos(question, 'hasAny(repos, {team_repo_ids:Array(UInt64)})'),
  ];
  if (question.sha !== undefined) {
    question.params['sha'] = question.sha;
    conditions.push('has(fix_shas, {sha:String})');
  }
  const page = await readPage(question, {
    name: 'audit_critical_defects',
    from: `(${defectsInScope}) WHERE ${ofPoint(question, conditions).join(' AND ')}`,
    columns: `defect_id AS id, defect_key, category, severity, repos, fix_shas, ${milliseconds('detected_at')} AS detected,
      ${milliseconds('first_fix_activity_at')} AS activity, ${milliseconds('first_fix_merged_at')} AS merged,
      ${milliseconds('first_fix_released_at')} AS released, ${milliseconds('resolved_at')} AS resolved`,
    time: 'detected_at',
    ties: [{ column: 'defect_id', type: 'UInt64' }],
    row: defectRow,
  });
  const given = await pointValues(
    question,
    page.rows.map(({ id }) => [id]),
  );
  return {
    ...page,
    rows: page.rows.map(({ repos, fix_shas: shas, detected, activity, merged, released, resolved, ...defect }) => ({
      ...defect,
      repo_paths: question.scope.repos.filter(({ id }) => repos.includes(id)).map(({ path }) => path),
      fix_shas: shas,
      detected_at: detected,
      first_fix_activity_at: activity,
      first_fix_merged_at: merged,
      first_fix_released_at: released,
      resolved_at: resolved,
      ...given(defect.id),
    })),
  };
}
