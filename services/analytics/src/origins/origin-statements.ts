import { AS_IMPORTED, during, isPerson, OF_ENTITY, personOf } from '../segments/segment-view.ts';
import { counted, defectsInScope, fixesOfDetected, replacedLines } from '../segments/views/defect-views.ts';
import { bound, fragment, type SqlFragment, type SqlTemplate, template } from '../store/sql.ts';

/** Defects of the scope by detected time, newest first. */
export const DEFECTS = template`
SELECT defect_id, defect_key, toUnixTimestamp64Milli(detected_at) AS detected, fix_shas, arrayResize(fix_repo_ids, length(fix_shas)) AS fix_repos
FROM (${defectsInScope})
WHERE ${during('detected_at')}
ORDER BY detected_at DESC, defect_id DESC`;

/** When the defect of a key was detected. */
export const findDefect = (entityId: number, key: string): SqlFragment => fragment`
SELECT toUnixTimestamp64Milli(detected_at) AS detected FROM defects FINAL
WHERE entity_id = ${bound('entity_id', 'UInt64', entityId)} AND NOT removed AND defect_key = ${bound('defect_key', 'String', key)}`;

const LINES: SqlTemplate = replacedLines(
  counted(fixesOfDetected),
  ', origin_path, assumeNotNull(origin_line) AS wrote_line',
);

/** The lines that fixes of the defects changed or deleted, summed up by fix, by the commit that wrote them, and by its evidence. */
export const ORIGINS = template`
SELECT line.repo_id AS repo_id, toString(line.fixing_sha) AS fixing_sha, toString(line.wrote_sha) AS wrote_sha, written.committer AS committer,
  toUnixTimestamp(any(line.fixed_at)) AS fixed_at, toUnixTimestamp(any(line.wrote_at)) AS wrote_at, written.line_records AS line_records,
  if(writer.evidence_tier = '', if(line.origin_ai, 'declared', 'unknown'), toString(writer.evidence_tier)) AS tier,
  toString(writer.ai_tool) AS tool, toString(writer.ai_model) AS model, count() AS lines, countIf(line.origin_ai) AS ai_lines
FROM (${LINES}) AS line
INNER JOIN (
  SELECT repo_id, sha, ${personOf('committer_id')} AS committer, line_records FROM commit_scores FINAL
  WHERE ${AS_IMPORTED} AND presence = 'existent' AND ${isPerson('committer_id')}
) AS written ON written.repo_id = line.repo_id AND written.sha = line.wrote_sha
LEFT JOIN (
  SELECT repo_id, path, sha, assumeNotNull(line_after) AS line, evidence_tier, ai_tool, ai_model FROM line_changes FINAL
  WHERE ${OF_ENTITY} AND line_after IS NOT NULL AND (repo_id, path, sha) IN (SELECT repo_id, origin_path, wrote_sha FROM (${LINES}))
) AS writer ON writer.repo_id = line.repo_id AND writer.path = line.origin_path AND writer.sha = line.wrote_sha AND writer.line = line.wrote_line
GROUP BY repo_id, fixing_sha, wrote_sha, committer, line_records, tier, tool, model`;

const among = (repo: string, sha: string, commits: readonly { repoId: number; sha: string }[]): SqlFragment => fragment`
  (${repo}, toString(${sha})) IN (SELECT commit.1, commit.2 FROM (SELECT arrayJoin(arrayZip(${bound(
    'repos',
    'Array(UInt64)',
    commits.map(({ repoId }) => repoId),
  )}, ${bound(
    'shas',
    'Array(String)',
    commits.map((commit) => commit.sha),
  )})) AS commit))`;

/** The release that first carried each of some commits. */
export const releasesOf = (
  entityId: number,
  commits: readonly { repoId: number; sha: string }[],
): SqlFragment => fragment`
SELECT carried.repo_id AS repo_id, toString(carried.sha) AS sha, release.name AS name, toUnixTimestamp64Milli(assumeNotNull(carried.released_at)) AS released
FROM (
  SELECT repo_id, sha, release_id, released_at FROM released_commits FINAL
  WHERE entity_id = ${bound('entity_id', 'UInt64', entityId)} AND released_at IS NOT NULL AND ${among('repo_id', 'sha', commits)}
) AS carried
LEFT JOIN (
  SELECT release_id, name FROM releases FINAL WHERE entity_id = ${bound('entity_id', 'UInt64', entityId)} AND NOT removed
) AS release ON release.release_id = carried.release_id`;

/** The people who reviewed the pull requests of some commits. */
export const reviewersOf = (
  entityId: number,
  commits: readonly { repoId: number; sha: string }[],
): SqlFragment => fragment`
SELECT pull.repo_id AS repo_id, pull.commit_sha AS sha, groupUniqArray(review.committer_id) AS reviewers
FROM (
  SELECT repo_id, number, arrayJoin(arrayDistinct(arrayConcat(arrayMap(sha -> toString(sha), commit_shas), [merge_sha, squash_sha]))) AS commit_sha
  FROM pull_requests FINAL
  WHERE entity_id = ${bound('entity_id', 'UInt64', entityId)} AND ${among('repo_id', 'commit_sha', commits)}
) AS pull
INNER JOIN (
  SELECT repo_id, number, committer_id FROM pr_reviews FINAL WHERE entity_id = ${bound('entity_id', 'UInt64', entityId)} AND NOT bot AND committer_id > 0
) AS review ON review.repo_id = pull.repo_id AND review.number = pull.number
GROUP BY repo_id, sha`;
