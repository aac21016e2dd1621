import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const shared = {
  exclude: ['**/node_modules/**'],
  setupFiles: ['packages/test-kit/src/leave-nothing.ts'],
  testTimeout: 30_000,
  hookTimeout: 120_000, // the first to ask for a server waits for its start
};

export default defineConfig({
  test: {
    globalSetup: ['packages/test-kit/src/global-setup.ts'],
    projects: [
      {
        test: {
          ...shared,
          name: 'parts',
          include: ['{gateway,services,proto,packages,deploy}/**/*.test.ts'],
          pool: 'forks',
          maxWorkers: Math.max(2, availableParallelism()),
          sequence: { groupOrder: 0 },
        },
      },
      {
        // What crosses units starts whole stacks: after the rest, and one file at a time.
        test: {
          ...shared,
          name: 'whole',
          include: ['test/e2e/**/*.test.ts'],
          pool: 'forks',
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
