import { createClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { decodeFactBatch, encodeFactBatch } from '@linescope/facts/fact-batch';
import { lineChangesTable } from '@linescope/facts/git-tables';
import { encodeRows, type FactRow } from '@linescope/facts/table';
import type { LineChangeFact } from '@linescope/git-engine/facts';
import { testClickHouse } from '@linescope/test-kit/test-clickhouse';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { commitFact, commitLines, lineFact } from '../testing/line-facts.ts';
import { lineBlock } from './line-block.ts';

const { url, database } = await testClickHouse();
const clickHouse = createClickHouse(url, database);
afterAll(() => clickHouse.close());
const context = { entityId: 7, repoId: 70, version: 3, committerOf: (sha: string) => 2 ** 40 + sha.charCodeAt(0) };

const old = commitFact({ sha: 'b'.repeat(40), authoredAt: 1_600_000_000 });
const late = commitFact({
  sha: 'a'.repeat(40),
  authoredAt: 7_258_118_399,
  aiAuthored: true,
  aiTool: 'Claude Code',
  aiModel: 'Claude Opus 4.5',
});
const origin = {
  originSha: old.sha,
  originPath: 'näme.c',
  originLine: 9,
  originAuthoredAt: 1_600_000_000,
  originAi: true,
  bornSha: 'c'.repeat(40),
  bornPath: 'older.c',
  bornLine: 4,
};
const ofOld = [
  lineFact(old, { path: 'z.c', text: 'int z;', hunk: 2_000_000_000, blockHash: 2 ** 53 - 1, delta: 0.123456 }),
  ...Array.from({ length: 300 }, (_, hunkLine) =>
    lineFact(old, {
      path: 'näme.c',
      text: 'ü'.repeat(hunkLine),
      hunkLine,
      functionName: `f${hunkLine}`,
      newFile: true,
    }),
  ),
];
const ofLate = [
  lineFact(late, {
    ...origin,
    operation: 'chg',
    lineBefore: 2,
    provenance: 'over_1_year',
    churn: true,
    duplicate: true,
  }),
  lineFact(late, {
    ...origin,
    operation: 'del',
    lineBefore: 3,
    lineAfter: null,
    hunkLine: 1,
    kind: 'blank',
    className: 'C',
  }),
  lineFact(late, { path: '', text: '\u0000', category: 'data', scored: false }),
];

/** The same row, value by value. */
const rowOf = (fact: LineChangeFact): FactRow<typeof lineChangesTable> => ({
  entity_id: context.entityId,
  repo_id: context.repoId,
  path: fact.path,
  sha: fact.sha,
  hunk: fact.hunk,
  hunk_line: fact.hunkLine,
  authored_at: fact.authoredAt,
  committer_id: context.committerOf(fact.sha),
  path_before: fact.pathBefore,
  line_before: fact.lineBefore,
  line_after: fact.lineAfter,
  operation: fact.operation,
  text: fact.text,
  origin_sha: fact.originSha,
  origin_path: fact.originPath ?? '',
  origin_line: fact.originLine,
  origin_authored_at: fact.originAuthoredAt,
  born_sha: fact.bornSha,
  born_path: fact.bornPath ?? '',
  born_line: fact.bornLine,
  origin_ai: fact.originAi,
  provenance: fact.provenance,
  churn: fact.churn,
  kind: fact.kind,
  function_name: fact.functionName ?? '',
  class_name: fact.className ?? '',
  block_hash: fact.blockHash,
  duplicate: fact.duplicate,
  ai_authored: fact.aiAuthored,
  evidence_tier: fact.aiAuthored ? 'declared' : 'unknown',
  evidence_inherited: false,
  ai_tool: fact.aiAuthored ? 'Claude Code' : '',
  ai_model: fact.aiAuthored ? 'Claude Opus 4.5' : '',
  category: fact.category,
  language: fact.language ?? '',
  scored: fact.scored,
  new_file: fact.newFile,
  delta: fact.delta,
  version: context.version,
});

test('lines copied column by column are the lines written value by value, in the order of the key', async () => {
  const types = lineChangesTable.columnNames.map(
    (name) => `${name} ${Object.entries(lineChangesTable.columns).find(([found]) => found === name)?.[1].type}`,
  );
  for (const table of ['by_column', 'by_value']) {
    await clickHouse.command(`CREATE TABLE ${table} (${types.join(', ')}) ENGINE = Memory`);
  }
  const columns = lineChangesTable.columnNames;
  const block = lineBlock([commitLines(late, ofLate), commitLines(old, ofOld)], context);
  // Twice, as a repeat makes it, and with less before it: what was written before must not show.
  encodeFactBatch({ batchId: 'before', entityId: 7, repoId: 70 }, [lineBlock([commitLines(late, ofLate)], context)]);
  const { blocks } = await decodeFactBatch(encodeFactBatch({ batchId: 'b', entityId: 7, repoId: 70 }, [block]));
  for (const { table: _, ...decoded } of blocks) await clickHouse.insertBinary({ table: 'by_column', ...decoded });
  const rows = [...ofLate, ...ofOld].map(rowOf);
  await clickHouse.insertBinary({ table: 'by_value', columns, bytes: encodeRows(lineChangesTable, rows) });
  const row = z.record(z.string(), z.unknown());
  const byColumn = await clickHouse.query({ name: 't', sql: 'SELECT * FROM by_column', row });
  const byValue = await clickHouse.query({
    name: 't',
    sql: 'SELECT * FROM by_value ORDER BY path, sha, hunk, hunk_line',
    row,
  });
  expect(block.rows).toBe(304);
  expect(byColumn).toEqual(byValue);
});
