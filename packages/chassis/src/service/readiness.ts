/** Named checks that must all pass before a unit takes traffic; each has one second to answer. */
export interface Readiness {
  add(name: string, check: () => Promise<void> | void): void;
  /** While false, the unit is still starting or already stopping. */
  setServing(serving: boolean): void;
  failing(): Promise<string[]>;
}

const CHECK_TIMEOUT_MS = 1000;

export function createReadiness(): Readiness {
  const checks = new Map<string, () => Promise<void> | void>();
  let serving = false;
  return {
    add: (name, check) => checks.set(name, check),
    setServing: (value) => {
      serving = value;
    },
    async failing() {
      if (!serving) return ['serving'];
      const results = await Promise.all(
        [...checks].map(async ([name, check]) => {
          let timer: NodeJS.Timeout | undefined;
          const late = new Promise<never>((_, reject) => {
            timer = setTimeout(() => reject(new Error('timed out')), CHECK_TIMEOUT_MS);
          });
          try {
            await Promise.race([Promise.resolve().then(check), late]);
            return null;
          } catch {
            return name;
          } finally {
            clearTimeout(timer);
          }
        }),
      );
      return results.filter((name) => name !== null);
    },
  };
}
