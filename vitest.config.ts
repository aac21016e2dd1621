import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { testsByNeed } from './test/support/needs-stores.ts';

const { units, stores, servers } = testsByNeed(import.meta.dirname);

const WHOLE_STACKS = ['demo', 'kills', 'one-machine', 'restore'].map((name) => `test/e2e/${name}.test.ts`);

const shared = {
  // Node loads the modules itself, as it does in production, and keeps what it compiled for the next worker and the next run. What
  // vitest adds to that is for mocked modules, of which there are none.
  experimental: { viteModuleRunner: false, nodeLoader: false },
  exclude: ['**/node_modules/**'],
  setupFiles: ['packages/test-kit/src/after-file.ts'],
  testTimeout: 60_000,
  hookTimeout: 120_000, // the first to need a server waits for its start
  pool: 'forks' as const,
  // To start a process takes as long as the memory of the one that starts it is large, and tests start git thousands of times: most of
  // what a worker has otherwise is room for garbage that is not collected yet.
  execArgv: ['--max-semi-space-size=8'],
  // Tests wait for their servers for much of their time: one worker more has the processors meanwhile.
  maxWorkers: Math.max(2, availableParallelism()) + 1,
};
/**
 * Beside real servers on a busy machine a test may be unlucky once. The run names it at its end with what went wrong, since most such
 * tests found a defect. A property that does not hold is not unlucky: another seed would only hide it.
 */
const withServers = { ...shared, retry: { count: 1, condition: /^(?!Property failed)/ } };
/** Files of one worker share their modules: to load all of a service again takes longer than most files do. */
const sharing = { isolate: false };

export default defineConfig({
  test: {
    globalSetup: ['packages/test-kit/src/global-setup.ts'],
    // They run in the order of their names, with no wait between them: the long files come first, and no worker rests at the end.
    projects: [
      { test: { ...withServers, name: 'browser', include: ['test/browser/**/*.test.ts'] } },
      {
        // What crosses units.
        test: {
          ...withServers,
          ...sharing,
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          exclude: [...shared.exclude, ...WHOLE_STACKS],
        },
      },
      // What starts whole stacks of processes, each with an engine of its own.
      { test: { ...withServers, name: 'machine', include: WHOLE_STACKS } },
      // What is about the servers themselves, some of them within the worker.
      { test: { ...withServers, name: 'servers', include: servers } },
      { test: { ...withServers, ...sharing, name: 'stores', include: stores } },
      // Without stores: the inner loop, `npm run test:quick`.
      { test: { ...shared, ...sharing, name: 'units', include: units } },
    ],
  },
});
