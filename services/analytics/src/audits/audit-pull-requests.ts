import { z } from 'zod';
import { peopleParams } from '../reports/people-params.ts';
import { businessSecondsLess } from '../segments/business-time.ts';
import { personOf } from '../segments/fact.ts';
import {
  type AuditQuestion,
  between,
  byIssueKey,
  byPeople,
  milliseconds,
  ONE_ENTITY,
  ofPoint,
  pointValues,
  readPage,
  shown,
  timeField,
  usedParams,
} from './audit-question.ts';
import { commitRecords, sitesOf, stateOf } from './commit-records.ts';

const minutes = z.coerce.number().nullable();
const pullRow = z.object({
  id: z.coerce.number(),
  repo_id: z.coerce.number(),
  number: z.coerce.number(),
  title: z.string(),
  branch_name: z.string(),
  phase: z.string(),
  opened: timeField,
  opened_ms: z.coerce.number(),
  closed: timeField,
  merged_ms: z.coerce.number().nullable(),
  first_commented: timeField,
  first_authored: timeField,
  squash_sha: z.string(),
  shas: z.array(z.string()),
  committer_id: z.coerce.number(),
  post_merge_delta: z.coerce.number(),
  awaited_first_review: minutes,
  cycle_time: minutes,
  lead_time: minutes,
  open_to_closed: minutes,
});

/** Open and untouched for this long is stale. */
const PHASE = `multiIf(merged_at IS NOT NULL, 'phase_merged', closed_at IS NOT NULL, 'phase_closed',
  updated_at < fromUnixTimestamp64Milli({stale_before:Int64}, 'UTC'), 'phase_stale_open', 'phase_open')`;

const business = (from: string, until: string) =>
  `if(${from} IS NULL OR ${until} IS NULL, NULL, intDiv(${businessSecondsLess(`ifNull(${from}, opened_at)`, `ifNull(${until}, opened_at)`, 'off.starts', 'off.ends')}, 60))`;

export async function auditPullRequests(question: AuditQuestion) {
  const { params } = question;
  params['stale_before'] = Math.floor(question.context.now().getTime() / 60_000) * 60_000 - 14 * 86_400_000;
  const inScope = 'entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)})';
  const conditions = [
    inScope,
    shown('committer_id'),
    ...between(question, 'opened_at', 'range'),
    ...between(question, 'coalesce(merged_at, closed_at)', 'resolved'),
    ...byPeople(question, 'committer_id', 'opened_at'),
    ...byIssueKey(question, (matches) => `arrayExists(key -> ${matches('key')}, issue_keys)`),
  ];
  if (question.pull_request_number !== undefined) {
    params['number'] = question.pull_request_number;
    conditions.push('number = {number:UInt32}');
  }
  if (question.sha !== undefined) {
    params['sha'] = question.sha;
    conditions.push(
      '(has(commit_shas, toFixedString({sha:String}, 40)) OR merge_sha = {sha:String} OR squash_sha = {sha:String})',
    );
  }
  if (question.phase_em !== undefined) {
    params['phase'] = question.phase_em;
    conditions.push(`${PHASE} = {phase:String}`);
  }
  const page = await readPage(question, {
    name: 'audit_pull_requests',
    from: `pull_requests FINAL WHERE ${ofPoint(question, conditions).join(' AND ')}`,
    columns: 'repo_id, number',
    time: 'opened_at',
    ties: [
      { column: 'repo_id', type: 'UInt64' },
      { column: 'number', type: 'UInt64' },
    ],
    row: z.object({ repo_id: z.coerce.number(), number: z.coerce.number() }),
  });
  const pulls = await pullRecords(question, page.rows);
  const given = await pointValues(
    question,
    pulls.map((pull) => [pull.repo_id, pull.number]),
  );
  const records = await commitRecords(
    question,
    pulls.flatMap((pull) => pull.shas.map((sha) => ({ repo_id: pull.repo_id, sha }))),
  );
  return {
    ...page,
    rows: pulls.map((pull) => ({
      ...describe(question, pull, records),
      ...given(pull.repo_id, pull.number),
    })),
  };
}

/** What is told of the pull requests of a page, in its order: only what belongs to them is read. */
async function pullRecords(question: AuditQuestion, page: { repo_id: number; number: number }[]) {
  if (page.length === 0) return [];
  const here = 'entity_id = {entity_id:UInt64} AND repo_id IN {page_repos:Array(UInt64)}';
  const wanted = `${here} AND (repo_id, number) IN arrayZip({page_repo_ids:Array(UInt64)}, {page_numbers:Array(UInt32)})`;
  const sql = `
    WITH wanted AS (SELECT * FROM pull_requests FINAL WHERE ${wanted})
    SELECT pull_request_id AS id, repo_id, number, title, branch_name, ${PHASE} AS phase, squash_sha,
      ${milliseconds('opened_at')} AS opened, ${milliseconds('opened_at')} AS opened_ms,
      ${milliseconds('coalesce(merged_at, closed_at)')} AS closed, ${milliseconds('merged_at')} AS merged_ms,
      ${milliseconds('first_commented_at')} AS first_commented, ${milliseconds('first_commit_authored_at')} AS first_authored,
      arrayMap(s -> toString(s), commit_shas) AS shas, committer_id, round(follow_delta, 2) AS post_merge_delta,
      ${business('toNullable(opened_at)', 'first_human_review_at')} AS awaited_first_review,
      ${business('first_commit_authored_at', 'coalesce(merged_at, closed_at)')} AS cycle_time,
      ${business('first_commit_authored_at', 'released_at')} AS lead_time,
      ${business('toNullable(opened_at)', 'coalesce(merged_at, closed_at)')} AS open_to_closed
    FROM wanted AS pull
    LEFT JOIN (SELECT committer_id AS off_id, starts, ends FROM time_off FINAL WHERE entity_id = {entity_id:UInt64}) AS off
      ON off.off_id = ${personOf('pull.committer_id')}
    LEFT JOIN (
      SELECT brought.repo_id AS released_repo, brought.number AS released_number, min(carried.released_at) AS released_at
      FROM (SELECT repo_id, sha, released_at FROM released_commits FINAL WHERE ${here} AND released_at IS NOT NULL
        AND sha IN (SELECT arrayJoin([merge_sha, squash_sha, head_sha]) FROM wanted WHERE merged_at IS NOT NULL)) AS carried
      INNER JOIN (SELECT repo_id, number, arrayJoin([merge_sha, squash_sha, head_sha]) AS brought_sha FROM wanted WHERE merged_at IS NOT NULL) AS brought
        ON carried.repo_id = brought.repo_id AND carried.sha = brought.brought_sha
      GROUP BY released_repo, released_number
    ) AS released ON released.released_repo = pull.repo_id AND released.released_number = pull.number
    LEFT JOIN (
      SELECT merged.repo_id AS follow_repo, merged.number AS follow_number, sum(later.delta) AS follow_delta
      FROM (
        SELECT repo_id, authored_at, delta, arrayJoin(issue_keys) AS issue_key FROM commit_scores FINAL
        WHERE ${here} AND presence = 'existent' AND on_default_branch AND NOT is_merge
          AND authored_at > (SELECT min(merged_at) FROM wanted)
          AND arrayExists(key -> key IN (SELECT arrayJoin(issue_keys) FROM wanted WHERE merged_at IS NOT NULL), issue_keys)
      ) AS later
      INNER JOIN (SELECT repo_id, number, merged_at AS follow_from, arrayJoin(issue_keys) AS issue_key FROM wanted WHERE merged_at IS NOT NULL) AS merged
        ON later.repo_id = merged.repo_id AND later.issue_key = merged.issue_key
      WHERE later.authored_at > merged.follow_from
      GROUP BY follow_repo, follow_number
    ) AS follow ON follow.follow_repo = pull.repo_id AND follow.follow_number = pull.number
    ORDER BY pull.opened_at DESC, pull.repo_id, pull.number`;
  const { committers } = await question.context.copiesOf(question.scope.entityId);
  const merged = peopleParams(committers, { every: true, committerIds: [] });
  const rows = await question.context.clickHouse.query({
    name: 'audit_pull_request_records',
    sql,
    params: {
      ...usedParams(question, sql),
      merged: merged.merged,
      merged_into: merged.merged_into,
      page_repos: [...new Set(page.map(({ repo_id: id }) => id))],
      page_repo_ids: page.map(({ repo_id: id }) => id),
      page_numbers: page.map(({ number }) => number),
    },
    row: pullRow,
    settings: ONE_ENTITY,
  });
  const people = new Map(committers.map((committer) => [committer.committer_id, committer]));
  return rows.map((pull) => {
    const person = people.get(people.get(pull.committer_id)?.primary_id ?? 0);
    return { ...pull, user_name: person?.user_name ?? '', full_name: person?.full_name ?? '' };
  });
}

type PullRecord = Awaited<ReturnType<typeof pullRecords>>[number];

function describe(question: AuditQuestion, pull: PullRecord, records: Awaited<ReturnType<typeof commitRecords>>) {
  const repo = question.scope.repos.find(({ id }) => id === pull.repo_id);
  const repoPath = repo?.path ?? String(pull.repo_id);
  const commits = pull.shas.flatMap((sha) => records.get(`${pull.repo_id}:${sha}`) ?? []);
  const entered = commits.map(({ stored }) => stored).toSorted()[0] ?? pull.opened;
  return {
    id: pull.id,
    number: pull.number,
    title: pull.title,
    branch_name: pull.branch_name,
    repo_path: repoPath,
    phase_em: pull.phase,
    opened_at: pull.opened,
    closed_at: pull.closed,
    first_commented_at: pull.first_commented,
    first_commit_authored_at: pull.first_authored,
    entered_service_at: entered,
    squash_commit_sha: pull.squash_sha === '' ? null : pull.squash_sha,
    post_merge_delta: pull.post_merge_delta,
    contributor: { full_name: pull.full_name, user_name: pull.user_name },
    business_minutes_awaited_first_review: pull.awaited_first_review,
    business_minutes_cycle_time: pull.cycle_time,
    business_minutes_lead_time: pull.lead_time,
    business_minutes_open_to_closed: pull.open_to_closed,
    commits: commits.map((record) => ({
      sha: record.sha,
      authored_at: record.authored,
      presence_em: record.presence,
      state_em: stateOf(record),
      child_shas: record.children,
      contributor: { full_name: record.full_name, user_name: record.user_name },
      diff_delta: record.counts ? record.delta : 0,
      entered_service_at: record.stored,
      message: record.message,
      repo_path: repoPath,
      phase_em: phaseOf(pull, record.authored),
      sites: sitesOf(question, record),
    })),
  };
}

function phaseOf(pull: PullRecord, authoredAt: string | null): string {
  const authored = Date.parse(authoredAt ?? '');
  if (authored < pull.opened_ms) return 'phase_preparing';
  return pull.merged_ms === null || authored <= pull.merged_ms ? 'phase_revising' : 'phase_post_merge';
}
