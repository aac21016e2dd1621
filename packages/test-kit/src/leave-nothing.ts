import { afterAll } from 'vitest';

type Cleanup = () => Promise<void>;
const cleanups: Cleanup[] = [];

/** Remembers what to remove when the test file is done, after its own `afterAll`s. */
export function removeAfterFile(cleanup: Cleanup): void {
  cleanups.push(cleanup);
}

afterAll(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});
