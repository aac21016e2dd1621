import { ApiFailure } from '@linescope/client/api-failure';
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
        const [form] = args;
        if (form instanceof HTMLFormElement && failure instanceof ApiFailure) markFaults(form, failure);
        setError(failure instanceof Error ? failure : new Error(String(failure)));
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}

/** The fields that the API found at fault, which are named as its parameters are, until they are changed. */
function markFaults(form: HTMLFormElement, { errors }: ApiFailure): void {
  const faulty = errors.flatMap(({ param }) => {
    const field = form.elements.namedItem(param.split('.')[0] ?? '');
    return field instanceof HTMLElement ? field : [];
  });
  for (const field of faulty) {
    field.ariaInvalid = 'true';
    field.addEventListener('input', () => field.removeAttribute('aria-invalid'), { once: true });
  }
  faulty[0]?.focus();
}
