import type { Exporting } from '@linescope/chassis/http/route';
import { committersTable } from '@linescope/facts/copy-tables';
import { commitScoresTable, commitsTable } from '@linescope/facts/git-tables';
import { pullRequestsTable } from '@linescope/facts/provider-tables';
import { TEST_PRINCIPAL } from '@linescope/test-kit/test-service';
import { expect, test } from 'vitest';
import { createQueryScopeResolver } from '../query-scope/resolve-query-scope.ts';
import { bumpStamp } from '../store/fact-stamps.ts';
import { commitRow, committerRow, insertRows, pullRow, scoreRow } from '../testing/fact-rows.ts';
import { neighbourhood } from '../testing/golden-history.ts';
import { startAnalytics } from '../testing/start-analytics.ts';
import { writeCursor } from './cursor.ts';
import { createAuditReader } from './read-audit.ts';

const COMMITS_AHEAD = 200;

const service = await startAnalytics(neighbourhood());
const { clickHouse, postgres } = service.context;
const statements = new Set<string>();
const noting: typeof clickHouse = {
  ...clickHouse,
  query: (options) => {
    statements.add(options.name);
    return clickHouse.query(options);
  },
};
const readAudit = createAuditReader(
  { ...service.context, clickHouse: noting },
  createQueryScopeResolver(service.context),
  COMMITS_AHEAD,
);

const START = Date.parse('2025-06-01T00:00:00Z') / 1000;
/** More than are read ahead. */
const IN_ONE_SECOND = 320;
const BULK = 120;
const COMMITS = 560;

/** Spread over all first digits. */
const shaOf = (n: number): string => ((n * 2_654_435_761) % 2 ** 32).toString(16).padStart(8, '0').padEnd(40, '0');
const secondOf = (n: number): number => START + 60 * (n >= BULK && n < BULK + IN_ONE_SECOND ? BULK : n);

async function listAll(perPage: number, exporting?: Exporting) {
  const rows: object[] = [];
  for (let cursor: string | undefined; ; ) {
    const { page } = await readAudit(
      TEST_PRINCIPAL,
      {
        resource_path: 'acme',
        resource_type: 'commits',
        critical_defects_only: false,
        suppress_aggregation: false,
        page: 1,
        per_page: perPage,
        cursor,
      },
      exporting,
    );
    rows.push(...page.rows);
    if (!page.next) return rows;
    cursor = writeCursor(page.next);
  }
}

test('an export has the records of pages, also where more commits share a second than are read ahead', async () => {
  await insertRows(clickHouse, committersTable, [committerRow({})]);
  const numbers = Array.from({ length: COMMITS }, (_, n) => n);
  const keyed = (n: number) => ({
    sha: shaOf(n),
    repo_id: n % 3 === 0 ? 101 : 100,
    authored_at: secondOf(n),
    committer_id: 1,
  });
  await insertRows(
    clickHouse,
    commitsTable,
    numbers.map((n) => commitRow({ ...keyed(n), parents: n === 0 ? [] : [shaOf(n - 1)], message: `change ${n}` })),
  );
  await insertRows(
    clickHouse,
    commitScoresTable,
    numbers.filter((n) => n % 7 !== 0).map((n) => scoreRow({ ...keyed(n), delta: n })),
  );
  await insertRows(
    clickHouse,
    pullRequestsTable,
    numbers
      .filter((n) => n % 50 === 0)
      .map((n) =>
        pullRow({ number: n + 1, repo_id: keyed(n).repo_id, branch_name: `branch-${n}`, commit_shas: [shaOf(n)] }),
      ),
  );
  await bumpStamp(postgres, 1, 'commits');
  const inPages = await listAll(300);
  expect(inPages).toHaveLength(COMMITS);
  expect(statements).not.toContain('audit_facts_ahead');
  expect(await listAll(20, { signal: new AbortController().signal })).toEqual(inPages);
  expect(statements).toContain('audit_facts_ahead');
  // The first chunk is looked up; what is read ahead for the next ends with the client.
  await expect(listAll(20, { signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow('gone');
});
