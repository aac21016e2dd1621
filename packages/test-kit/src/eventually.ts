type Held<T> = Exclude<T, false | null | undefined>;

const isHeld = <T>(value: T): value is Held<T> => value !== false && value !== undefined && value !== null;

const SOONEST_MS = 10;
const LATEST_MS = 100;

/**
 * Waits until the condition holds; the last failure is the error when it never does. It is asked ever less often, down to ten times a
 * second: what asks costs those who are to bring it about their time.
 */
export async function eventually<T>(condition: () => Promise<T> | T, timeoutMs = 30_000): Promise<Held<T>> {
  const began = Date.now();
  for (;;) {
    try {
      const value = await condition();
      if (isHeld(value)) return value;
      if (Date.now() - began > timeoutMs) throw new Error('the condition never held');
    } catch (error) {
      if (Date.now() - began > timeoutMs) throw error;
    }
    const pauseMs = Math.min(LATEST_MS, Math.max(SOONEST_MS, (Date.now() - began) / 10));
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
