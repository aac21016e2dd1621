import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The modules that start Postgres, NATS, ClickHouse or a whole process. */
const STARTS_STORES =
  /@linescope\/(test-kit\/(test-postgres|test-nats|test-clickhouse|test-service)|local-stores\/(postgres|nats|clickhouse)|clickhouse-host\/start-host|code-host\/(start-code-host|sample-host))'/;
/** Packages whose own tests are about running servers. */
const OF_SERVERS = /^packages\/(local-stores|clickhouse-host|code-host|test-kit)\//;

/** Whether a test reaches a store, by its imports: the quick run leaves those out without a list to keep. */
function needsStores(root: string, file: string, seen: Set<string> = new Set()): boolean {
  const path = resolve(root, file);
  if (seen.has(path) || !existsSync(path)) return false;
  seen.add(path);
  const text = readFileSync(path, 'utf8');
  if (STARTS_STORES.test(text)) return true;
  return [...text.matchAll(/from '(\.[^']+)'/g)].some(([, target = '']) =>
    needsStores(root, join(dirname(path), target), seen),
  );
}

export function testsByNeed(root: string): { units: string[]; stores: string[]; servers: string[] } {
  const files = globSync('{gateway,services,proto,packages,deploy,console,test}/**/*.test.ts', {
    cwd: root,
    exclude: (path) => path.includes('node_modules') || /^test\/(e2e|browser)/.test(path),
  });
  const servers = files.filter((file) => OF_SERVERS.test(file));
  const stores = files.filter((file) => !OF_SERVERS.test(file) && needsStores(root, file));
  const slow = new Set([...servers, ...stores]);
  return { units: files.filter((file) => !slow.has(file)), stores, servers };
}
