import { createClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { createLogger } from '@linescope/chassis/log/logger';
import { createPostgres } from '@linescope/chassis/postgres/postgres';
import { deriveScoresOfChunk, type Waiting } from '../actions/derive-scores.ts';

/** A process that scores commits again in small chunks and says so after each, for a test to kill. */
const [postgresUrl = '', clickHouseUrl = '', database = ''] = process.argv.slice(2);
const context = {
  postgres: createPostgres(postgresUrl, 2),
  clickHouse: createClickHouse(clickHouseUrl, database),
  log: createLogger('test', 'silent'),
  now: () => new Date(),
};
const waiting: Waiting = { derivation: '', shas: new Set(), since: 0 };
const size = { lines: 100, commits: 10 };
while ((await deriveScoresOfChunk(context, waiting, size)) === 'scored') process.stdout.write('chunk\n');
