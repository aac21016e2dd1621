import { useState } from 'preact/hooks';

export interface Action<A extends unknown[]> {
  run(...args: A): Promise<boolean>;
  isBusy: boolean;
  error: Error | null;
  clear(): void;
}

/** Something the reader does: busy while it is under way, and its failure is kept to be shown. Resolves to whether it worked. */
export function useAction<A extends unknown[]>(act: (...args: A) => Promise<void>): Action<A> {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  return {
    isBusy,
    error,
    clear: () => setError(null),
    async run(...args) {
      setBusy(true);
      setError(null);
      try {
        await act(...args);
        return true;
      } catch (failure) {
        setError(failure instanceof Error ? failure : new Error(String(failure)));
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}
