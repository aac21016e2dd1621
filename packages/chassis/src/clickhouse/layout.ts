/**
 * One tree of migrations serves a single server and a cluster. On a cluster each table that is partitioned by entity becomes two: the
 * rows in `<table>_local`, replicated within a shard, and `<table>` over all shards, by the entity, so that an entity lives
 * whole on one shard and joins need no other. Tables of another kind are one table, replicated to every server.
 */
export interface ClickHouseLayout {
  url: string;
  database: string;
  /** Set on a replicated cluster; absent on a single node. */
  cluster?: string | undefined;
}

/** The statements of a migration file, as this layout takes them. */
export function statementsOf(sql: string, { cluster }: Pick<ClickHouseLayout, 'cluster'>): string[] {
  const statements = sql
    .replace(/^[ \t]*--.*$/gm, '')
    .split(/;\s*(?:\n|$)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
  return cluster ? statements.flatMap((statement) => onCluster(statement, cluster)) : statements.map(onOneServer);
}

const ENGINE = /\{((?:Replacing|Aggregating)?MergeTree)(?:\(([^)]*)\))?\}/g;

const onOneServer = (statement: string): string =>
  statement
    .replaceAll('{on_cluster}', '')
    .replace(ENGINE, (_all, engine: string, args: string | undefined) => `${engine}(${args ?? ''})`);

function onCluster(statement: string, cluster: string): string[] {
  const sharded = /PARTITION BY entity_id\b/.test(statement) || /^(ALTER|DROP) TABLE/.test(statement);
  const path = sharded ? '/clickhouse/tables/{shard}/{database}/{table}' : '/clickhouse/tables/all/{database}/{table}';
  const filled = statement
    .replaceAll('{on_cluster}', `ON CLUSTER ${cluster}`)
    .replace(
      ENGINE,
      (_all, engine: string, args: string | undefined) =>
        `Replicated${engine}('${path}', '{replica}'${args ? `, ${args}` : ''})`,
    );
  // A view follows the rows of its own server, so that they stay where the entity is.
  if (/^CREATE MATERIALIZED VIEW/.test(filled)) return [filled.replace(/\b(TO|FROM) (\w+)/g, '$1 $2_local')];
  if (/\bMODIFY QUERY\b/.test(filled)) return [filled.replace(/\bFROM (\w+)/g, 'FROM $1_local')];
  const [, start = '', table = '', rest = ''] =
    /^((?:CREATE TABLE(?: IF NOT EXISTS)?|ALTER TABLE|DROP TABLE(?: IF EXISTS)?) )(\w+)(.*)$/s.exec(filled) ?? [];
  if (!sharded || table === '') return [filled];
  const local = `${start}${table}_local${rest}`;
  if (start.startsWith('DROP')) return [filled, local];
  // An index, an order or a setting is of the rows, which the table over all shards has none of.
  if (start.startsWith('ALTER')) {
    const columnsOnly = filled.replace(/,\s*MODIFY ORDER BY \([^)]*\)/, '');
    return /\b(ADD INDEX|MODIFY SETTING)\b/.test(rest) ? [local] : [local, columnsOnly];
  }
  const spread = `ENGINE = Distributed(${cluster}, currentDatabase(), ${table}_local, entity_id)`;
  return [local, `CREATE TABLE IF NOT EXISTS ${table} ON CLUSTER ${cluster} AS ${table}_local ${spread}`];
}

/**
 * What every statement on a cluster needs: an insert is answered when the shard has it; a subquery stays on the shard of the query, where
 * the entity is; other shards are not queried; and all read from the replica that was written to, while it is there.
 */
export const CLUSTER_SETTINGS = {
  distributed_foreground_insert: 1,
  distributed_product_mode: 'local',
  optimize_skip_unused_shards: 1,
  load_balancing: 'in_order',
} as const;
