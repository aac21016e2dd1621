import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { whyNoContainers } from './container-servers.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** What speaks to the three stores most: migrations, roles, streams, and facts that are stored once. */
const FILES = ['deploy/setup', 'packages/chassis/src', 'packages/test-kit/src/test-', 'services/analytics/src/events'];

const isInner = process.env['TEST_STORES'] === 'containers';
const reason = isInner ? 'this run is against containers already' : await whyNoContainers();
const name = 'the integration tests pass against Postgres, NATS and ClickHouse in containers';

test.skipIf(reason !== undefined)(
  reason === undefined ? name : `SKIPPED, ${reason}: ${name}`,
  { timeout: 600_000 },
  () => {
    // A runner of its own, which must not take itself for a worker of this one.
    const own = Object.entries(process.env).filter(([variable]) => !variable.startsWith('VITEST'));
    const env = { ...Object.fromEntries(own), TEST_STORES: 'containers' };
    const said = execFileSync(join(ROOT, 'node_modules/.bin/vitest'), ['run', ...FILES], {
      cwd: ROOT,
      env,
      encoding: 'utf8',
    });
    expect(said).toMatch(/Tests .*passed/);
  },
);
