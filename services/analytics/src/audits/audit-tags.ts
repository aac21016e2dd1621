import { z } from 'zod';
import { allOf, bound, fragment } from '../store/sql.ts';
import { type AuditQuery, pathOf } from './audit-query.ts';
import { between, bySha, inRepos, ofEntity } from './conditions.ts';
import { readPage } from './read-page.ts';
import { timeField } from './row-fields.ts';

const tagRow = z.object({
  id: z.coerce.number(),
  name: z.string(),
  sha: z.string(),
  repo_id: z.coerce.number(),
  tagged: timeField,
});

export async function auditTags(query: AuditQuery) {
  const { tag_name: tagName } = query.filters;
  const conditions = [
    fragment`${ofEntity(query)} AND ${inRepos(query)} AND NOT removed`,
    ...between(query, 'tagged_at', 'range'),
    ...(tagName === undefined
      ? []
      : [fragment`positionCaseInsensitiveUTF8(name, ${bound('tag_name', 'String', tagName)}) > 0`]),
    ...bySha(query),
  ];
  const page = await readPage(query, {
    name: 'audit_tags',
    from: fragment`tags FINAL WHERE ${allOf(conditions)}`,
    columns: `tag_id AS id, name, sha, repo_id, tagged_at AS tagged`,
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
      repo_path: pathOf(query, repoId),
      tagged_at: tagged,
    })),
  };
}
