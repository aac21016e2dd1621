/** A query of the API, and the same in SQL on Postgres: $1 the entity, $2 and $3 the first day and the day after the last. */
export interface BenchQuery {
  name: string;
  query: string;
  sql: string;
}

/** Commits that count, each change once, under the one who made them. */
const COUNTED = `
  counted AS (
    SELECT DISTINCT ON (c.patch_id, c.committer_id, c.authored_at) c.*, p.primary_id AS person
    FROM commit_scores c JOIN committers i ON i.committer_id = c.committer_id
    JOIN committers p ON p.committer_id = i.primary_id AND p.processing_status = 'processing_stats'
    WHERE c.entity_id = $1 AND c.authored_at >= $2 AND c.authored_at < $3 AND c.on_default_branch AND NOT c.is_merge
    ORDER BY c.patch_id, c.committer_id, c.authored_at, c.committed_at, c.repo_id, c.sha
  )`;
const week = (column: string) => `date_trunc('week', ${column} AT TIME ZONE 'UTC')`;
const team = (column: string) => `JOIN members m ON m.entity_id = $1 AND m.committer_id = ${column}`;

export const QUERIES: BenchQuery[] = [
  {
    name: 'Diff Delta by team',
    query: 'segment_by=none&aggregate_by=team',
    sql: `WITH ${COUNTED} SELECT ${week('authored_at')}, m.team_id, sum(delta) FROM counted ${team('person')} GROUP BY 1, 2`,
  },
  {
    name: 'Diff Delta by committer',
    query: 'segment_by=diff_delta&aggregate_by=committer',
    sql: `WITH ${COUNTED} SELECT ${week('authored_at')}, person, sum(delta) FROM counted GROUP BY 1, 2`,
  },
  {
    name: 'commits by repo',
    query: 'segment_by=commit_count&aggregate_by=repo_path',
    sql: `WITH ${COUNTED} SELECT ${week('authored_at')}, repo_id, count(*) FROM counted GROUP BY 1, 2`,
  },
  {
    name: 'Diff Delta by operation',
    query: 'segment_by=operation',
    sql: `WITH ${COUNTED} SELECT ${week('authored_at')}, sum(delta_add), sum(delta_chg), sum(delta_del) FROM counted GROUP BY 1`,
  },
  {
    name: 'churn',
    query: 'segment_by=churn_line_percent&aggregate_by=none',
    sql: `WITH ${COUNTED} SELECT ${week('authored_at')}, 100.0 * sum(churn_lines) / nullif(sum(lines_added + lines_chg), 0) FROM counted GROUP BY 1`,
  },
  {
    name: 'Diff Delta per committer by AI cohort',
    query: 'segment_by=delta_cohorts_per_committer',
    sql: `WITH ${COUNTED}, used AS (
      SELECT person, week, sum(accepts)::float8 / nullif(count(DISTINCT day) FILTER (WHERE is_usage), 0) AS rate FROM (
        SELECT i.primary_id AS person, date_trunc('week', u.date) AS week, u.date AS day, true AS is_usage, u.accepts
        FROM ai_usage u JOIN committers i ON i.committer_id = u.committer_id
        WHERE u.entity_id = $1 AND u.date >= date_trunc('week', $2::timestamptz) AND u.date < $3::timestamptz + interval '7 days'
        UNION ALL
        SELECT i.primary_id, ${week('c.authored_at')}, (c.authored_at AT TIME ZONE 'UTC')::date, false, 0
        FROM commit_scores c JOIN committers i ON i.committer_id = c.committer_id
        WHERE c.entity_id = $1 AND c.ai_lines > 0 AND c.authored_at >= date_trunc('week', $2::timestamptz) AND c.authored_at < $3::timestamptz + interval '7 days'
      ) AS seen GROUP BY 1, 2)
      SELECT ${week('authored_at')}, CASE WHEN u.person IS NULL THEN 'Non-AI' WHEN rate > 10 THEN 'Power' WHEN rate >= 5 THEN 'Regular' WHEN rate >= 3 THEN 'Periodic' ELSE 'Sparse' END,
        sum(delta) / count(DISTINCT c.person)
      FROM counted c LEFT JOIN used u ON u.person = c.person AND u.week = ${week('c.authored_at')} GROUP BY 1, 2`,
  },
  {
    name: 'work on bugs by team',
    query: 'segment_by=bug_work_percent&aggregate_by=team',
    sql: `WITH ${COUNTED}, links AS (
        SELECT p.repo_id, s.sha, array_agg(DISTINCT k.key) AS keys FROM pull_requests p, unnest(p.commit_shas) s(sha), unnest(p.issue_keys) k(key)
        WHERE p.entity_id = $1 AND p.merged_at >= $2::timestamptz - interval '30 days' GROUP BY 1, 2
      ), tied AS (
        SELECT c.*, c.issue_keys || coalesce(l.keys, '{}') AS keys FROM counted c LEFT JOIN links l ON l.repo_id = c.repo_id AND l.sha = c.sha
      )
      SELECT ${week('authored_at')}, m.team_id, 100 * sum(delta) FILTER (WHERE says_fix
          OR (SELECT i.type FROM unnest(t.keys) WITH ORDINALITY k(key, n) JOIN issues i ON i.entity_id = $1 AND i.key = k.key ORDER BY k.n LIMIT 1) IN ('Bug', 'Hotfix')
          OR t.keys && (SELECT array_agg(defect_key) FROM defects WHERE entity_id = $1)
          OR t.sha IN (SELECT unnest(fix_shas) FROM defects WHERE entity_id = $1)) / nullif(sum(delta), 0)
      FROM tied t ${team('t.person')} GROUP BY 1, 2`,
  },
  {
    name: 'pull-request cycle by team',
    query: 'segment_by=pr_cycle&aggregate_by=team',
    sql: `SELECT ${week('merged_at')}, m.team_id, avg(extract(epoch FROM merged_at - first_commit_authored_at)) / 86400
      FROM pull_requests p JOIN committers i ON i.committer_id = p.committer_id
      JOIN committers d ON d.committer_id = i.primary_id AND d.processing_status = 'processing_stats' ${team('d.committer_id')}
      WHERE p.entity_id = $1 AND merged_at >= $2 AND merged_at < $3 GROUP BY 1, 2`,
  },
  {
    name: 'change lead time by team',
    query: 'segment_by=dora_change_lead_time&aggregate_by=team',
    sql: `SELECT ${week('r.released_at')}, m.team_id, percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM r.released_at - c.authored_at)) / 86400
      FROM released_commits r JOIN commit_scores c ON c.entity_id = $1 AND c.sha = r.sha AND c.repo_id = r.repo_id AND c.on_default_branch AND NOT c.is_merge
      JOIN committers i ON i.committer_id = c.committer_id
      JOIN committers d ON d.committer_id = i.primary_id AND d.processing_status = 'processing_stats' ${team('d.committer_id')}
      WHERE r.entity_id = $1 AND r.released_at >= $2 AND r.released_at < $3 GROUP BY 1, 2`,
  },
  {
    name: 'AI lines that defect fixes replaced',
    query: 'segment_by=ai_defect_line_triaged_count&aggregate_by=none',
    sql: `SELECT ${week('l.authored_at')}, count(*) FILTER (WHERE l.origin_ai) FROM (
        SELECT DISTINCT c.sha FROM commit_scores c WHERE c.entity_id = $1 AND c.authored_at >= $2 AND c.authored_at < $3
          AND (c.sha IN (SELECT unnest(fix_shas) FROM defects WHERE entity_id = $1) OR c.issue_keys && (SELECT array_agg(defect_key) FROM defects WHERE entity_id = $1))
      ) f JOIN line_changes l ON l.entity_id = $1 AND l.sha = f.sha AND l.operation <> 'add'
      JOIN committers i ON i.committer_id = l.committer_id
      JOIN committers d ON d.committer_id = i.primary_id AND d.processing_status = 'processing_stats' GROUP BY 1`,
  },
];

/** A query of years, the same in SQL over the rows, and over daily sums such as ours where these serve. */
export interface LargeQuery extends BenchQuery {
  overDays: string | null;
}

const month = (column: string) => `date_trunc('month', ${column} AT TIME ZONE 'UTC')`;
const DAYS = `daily d JOIN committers i ON i.committer_id = d.committer_id
  JOIN committers p ON p.committer_id = i.primary_id AND p.processing_status = 'processing_stats'
  WHERE d.entity_id = $1 AND d.day >= $2::timestamptz AND d.day < $3::timestamptz`;

export const LARGE_QUERIES: LargeQuery[] = [
  {
    name: 'two years, all repos',
    query: 'segment_by=diff_delta&aggregate_by=none',
    sql: `WITH ${COUNTED} SELECT ${month('authored_at')}, sum(delta) FROM counted GROUP BY 1`,
    overDays: `SELECT date_trunc('month', d.day), sum(d.delta) FROM ${DAYS} GROUP BY 1`,
  },
  {
    name: 'two years by repo',
    query: 'segment_by=commit_count&aggregate_by=repo_path',
    sql: `WITH ${COUNTED} SELECT ${month('authored_at')}, repo_id, count(*) FROM counted GROUP BY 1, 2`,
    overDays: `SELECT date_trunc('month', d.day), d.repo_id, sum(d.commits) FROM ${DAYS} GROUP BY 1, 2`,
  },
  {
    name: 'two years by committer',
    query: 'segment_by=diff_delta&aggregate_by=committer',
    sql: `WITH ${COUNTED} SELECT ${month('authored_at')}, person, sum(delta) FROM counted GROUP BY 1, 2`,
    overDays: `SELECT date_trunc('month', d.day), p.committer_id, sum(d.delta) FROM ${DAYS} GROUP BY 1, 2`,
  },
  {
    name: 'two years by operation',
    query: 'segment_by=operation',
    sql: `WITH ${COUNTED} SELECT ${month('authored_at')}, sum(delta_add), sum(delta_chg), sum(delta_del) FROM counted GROUP BY 1`,
    overDays: `SELECT date_trunc('month', d.day), sum(d.delta_add), sum(d.delta_chg), sum(d.delta_del) FROM ${DAYS} GROUP BY 1`,
  },
  {
    name: 'two years of phases',
    query: 'segment_by=pull_request_phase',
    sql: `WITH own AS (
        SELECT DISTINCT ON (p.repo_id, s.sha) p.repo_id, s.sha, p.opened_at, p.merged_at FROM pull_requests p, unnest(p.commit_shas) s(sha)
        WHERE p.entity_id = $1 ORDER BY p.repo_id, s.sha, p.number
      ), scored AS (
        SELECT DISTINCT ON (c.patch_id, i.primary_id, c.authored_at) c.*, own.opened_at, own.merged_at
        FROM commit_scores c JOIN own ON own.repo_id = c.repo_id AND own.sha = c.sha JOIN committers i ON i.committer_id = c.committer_id
        JOIN committers p ON p.committer_id = i.primary_id AND p.processing_status = 'processing_stats'
        WHERE c.entity_id = $1 AND c.authored_at >= $2 AND c.authored_at < $3 AND NOT c.is_merge
        ORDER BY c.patch_id, i.primary_id, c.authored_at, c.committed_at, c.repo_id, c.sha
      )
      SELECT ${month('authored_at')}, CASE WHEN authored_at < opened_at THEN 'Preparing' WHEN merged_at IS NULL OR authored_at <= merged_at THEN 'Revising' ELSE 'After merge' END, sum(delta)
      FROM scored GROUP BY 1, 2`,
    overDays: null,
  },
];
