import { z } from 'zod';
import { type AuditQuestion, between, milliseconds, readPage, timeField } from './audit-question.ts';

const tagRow = z.object({
  id: z.coerce.number(),
  name: z.string(),
  sha: z.string(),
  repo_id: z.coerce.number(),
  tagged: timeField,
});

export async function auditTags(question: AuditQuestion) {
  const conditions = [
    'entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND NOT removed',
    ...between(question, 'tagged_at', 'range'),
  ];
  if (question.tag_name !== undefined) {
    question.params['tag_name'] = question.tag_name;
    conditions.push('positionCaseInsensitiveUTF8(name, {tag_name:String}) > 0');
  }
  if (question.sha !== undefined) {
    question.params['sha'] = question.sha;
    conditions.push('sha = {sha:String}');
  }
  const page = await readPage(question, {
    name: 'audit_tags',
    from: `tags FINAL WHERE ${conditions.join(' AND ')}`,
    columns: `tag_id AS id, name, sha, repo_id, ${milliseconds('tagged_at')} AS tagged`,
    time: 'tagged_at',
    ties: [
      { column: 'repo_id', type: 'UInt64' },
      { column: 'name', type: 'String' },
    ],
    row: tagRow,
  });
  return {
    ...page,
    rows: page.rows.map(({ repo_id: repoId, tagged, ...tag }) => ({
      ...tag,
      repo_path: question.scope.repos.find(({ id }) => id === repoId)?.path ?? String(repoId),
      tagged_at: tagged,
    })),
  };
}
