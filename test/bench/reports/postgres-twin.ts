import { createWriteStream } from 'node:fs';
import { chmod, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { withClient } from '@linescope/chassis/postgres/service-roles';

/**
 * The same rows in Postgres, as one who knows Postgres would lay them out: only the columns that the queries need, plain
 * columns in the place of maps, an index for each way in, vacuumed and analysed.
 */
interface Twin {
  table: string;
  columns: string;
  /** What ClickHouse writes for it, as CSV. */
  from: string;
  indexes: string[];
}

const list = (column: string) => `concat('{', arrayStringConcat(${column}, ','), '}')`;

const TWINS: Twin[] = [
  {
    table: 'commit_scores',
    columns: `entity_id int, repo_id int, authored_at timestamptz, sha text, committer_id int, is_merge bool, on_default_branch bool, patch_id text,
      committed_at timestamptz, delta float8, lines int, lines_added int, lines_chg int, delta_add float8, delta_chg float8, delta_del float8,
      churn_lines int, ai_lines int, issue_keys text[], says_fix bool`,
    from: `SELECT entity_id, repo_id, authored_at, sha, committer_id, is_merge, on_default_branch, patch_id, committed_at, delta, lines, lines_added,
      lines_by_operation['chg'], delta_by_operation['add'], delta_by_operation['chg'], delta_by_operation['del'], churn_lines, ai_lines,
      ${list('issue_keys')}, says_fix FROM commit_scores`,
    indexes: [
      'CREATE INDEX ON commit_scores (entity_id, authored_at) WHERE on_default_branch AND NOT is_merge',
      'CREATE INDEX ON commit_scores (entity_id, sha)',
    ],
  },
  {
    table: 'line_changes',
    columns: 'entity_id int, sha text, authored_at timestamptz, committer_id int, operation text, origin_ai bool',
    from: 'SELECT entity_id, sha, authored_at, committer_id, operation, origin_ai FROM line_changes',
    indexes: ['CREATE INDEX ON line_changes (entity_id, sha)'],
  },
  {
    table: 'pull_requests',
    columns: `entity_id int, repo_id int, number int, committer_id int, opened_at timestamptz, merged_at timestamptz,
      first_commit_authored_at timestamptz, issue_keys text[], commit_shas text[]`,
    from: `SELECT entity_id, repo_id, number, committer_id, opened_at, merged_at, first_commit_authored_at, ${list('issue_keys')}, ${list('arrayMap(s -> toString(s), commit_shas)')} FROM pull_requests`,
    indexes: ['CREATE INDEX ON pull_requests (entity_id, merged_at)'],
  },
  {
    table: 'issues',
    columns: 'entity_id int, key text, type text',
    from: 'SELECT entity_id, key, type FROM issues',
    indexes: ['CREATE INDEX ON issues (entity_id, key)'],
  },
  {
    table: 'released_commits',
    columns: 'entity_id int, repo_id int, sha text, released_at timestamptz',
    from: 'SELECT entity_id, repo_id, sha, released_at FROM released_commits',
    indexes: ['CREATE INDEX ON released_commits (entity_id, released_at)'],
  },
  {
    table: 'defects',
    columns: 'entity_id int, defect_key text, fix_shas text[]',
    from: `SELECT entity_id, defect_key, ${list('fix_shas')} FROM defects`,
    indexes: ['CREATE INDEX ON defects (entity_id)'],
  },
  {
    table: 'committers',
    columns: 'entity_id int, committer_id int primary key, primary_id int, user_name text, processing_status text',
    from: 'SELECT entity_id, committer_id, primary_id, user_name, processing_status FROM committers',
    indexes: ['CREATE INDEX ON committers (entity_id)'],
  },
  {
    table: 'members',
    columns: 'entity_id int, team_id int, committer_id int',
    from: 'SELECT entity_id, team_id, member_id FROM teams ARRAY JOIN member_ids AS member_id',
    indexes: ['CREATE INDEX ON members (entity_id, committer_id)'],
  },
  {
    table: 'ai_usage',
    columns: 'entity_id int, date date, committer_id int, accepts int',
    from: 'SELECT entity_id, date, committer_id, prompted_accept_count + tab_accept_count FROM ai_usage',
    indexes: ['CREATE INDEX ON ai_usage (entity_id, date)'],
  },
];

/** Daily sums as the service keeps them, of commits each of which counts once. */
const DAILY = `
  CREATE UNLOGGED TABLE daily AS
  SELECT entity_id, (authored_at AT TIME ZONE 'UTC')::date AS day, repo_id, committer_id, count(*) AS commits, sum(delta) AS delta,
    sum(delta_add) AS delta_add, sum(delta_chg) AS delta_chg, sum(delta_del) AS delta_del
  FROM (
    SELECT DISTINCT ON (entity_id, patch_id, committer_id, authored_at) * FROM commit_scores
    WHERE on_default_branch AND NOT is_merge ORDER BY entity_id, patch_id, committer_id, authored_at, committed_at, repo_id, sha
  ) AS counted
  GROUP BY 1, 2, 3, 4`;

export async function copyToPostgres(clickHouse: ClickHouse, postgresUrl: string, folder: string): Promise<void> {
  await withClient(postgresUrl, async (client) => {
    await client.query("SET maintenance_work_mem = '512MB'");
    for (const { table, columns, from, indexes } of TWINS) {
      const file = join(folder, `${table}.csv`);
      const { stream } = await clickHouse.client.exec({ query: `${from} FORMAT CSV` });
      await pipeline(stream, createWriteStream(file));
      await chmod(file, 0o644);
      await client.query(`CREATE UNLOGGED TABLE ${table} (${columns})`);
      await client.query(`COPY ${table} FROM '${file}' WITH (FORMAT csv)`);
      await rm(file);
      for (const index of indexes) await client.query(index);
      await client.query(`VACUUM (ANALYZE) ${table}`);
    }
    await client.query(DAILY);
    await client.query('CREATE INDEX ON daily (entity_id, day)');
    await client.query('VACUUM (ANALYZE) daily');
  });
}
