import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { testsByNeed } from './test/support/needs-stores.ts';

const { units, stores } = testsByNeed(import.meta.dirname);
const workers = Math.max(2, availableParallelism());

const WHOLE_STACKS = ['demo', 'kills', 'one-machine', 'restore'].map((name) => `test/e2e/${name}.test.ts`);

const shared = {
  exclude: ['**/node_modules/**'],
  setupFiles: ['packages/test-kit/src/leave-nothing.ts'],
  testTimeout: 30_000,
  hookTimeout: 120_000, // the first to need a server waits for its start
  pool: 'forks' as const,
};

export default defineConfig({
  test: {
    globalSetup: ['packages/test-kit/src/global-setup.ts'],
    projects: [
      {
        // Without stores: the inner loop, `npm run test:quick`. Modules are loaded once a worker, which halves its time.
        test: {
          ...shared,
          name: 'units',
          include: units,
          isolate: false,
          maxWorkers: workers,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: { ...shared, name: 'stores', include: stores, maxWorkers: workers, sequence: { groupOrder: 0 } },
      },
      {
        // What crosses units: after the rest, on the same stores.
        test: {
          ...shared,
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          exclude: [...shared.exclude, ...WHOLE_STACKS],
          maxWorkers: workers,
          sequence: { groupOrder: 1 },
        },
      },
      {
        // What starts whole stacks of processes, each with an engine of its own; beside it a browser.
        test: { ...shared, name: 'machine', include: WHOLE_STACKS, maxWorkers: workers, sequence: { groupOrder: 2 } },
      },
      {
        test: {
          ...shared,
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          maxWorkers: workers,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
