import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{gateway,services,proto,packages,deploy,test}/**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    globalSetup: ['packages/test-kit/src/global-setup.ts'],
    setupFiles: ['packages/test-kit/src/leave-nothing.ts'],
    pool: 'forks',
    maxWorkers: Math.max(2, availableParallelism()),
    testTimeout: 30_000,
    hookTimeout: 120_000, // the first to ask for a server waits for its start
    passWithNoTests: true,
  },
});
