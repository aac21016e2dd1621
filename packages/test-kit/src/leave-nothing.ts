type Cleanup = () => Promise<void>;
const cleanups: Cleanup[] = [];

/** Remembers what to remove when the test file is done, after its own `afterAll`s. */
export function removeAfterFile(cleanup: Cleanup): void {
  cleanups.push(cleanup);
}

/** The latest first. What fails does not keep the rest, which the next file of the same process would take for its own. */
export async function removeAll(): Promise<void> {
  const failures: unknown[] = [];
  for (const cleanup of cleanups.splice(0).reverse()) {
    try {
      await cleanup();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
