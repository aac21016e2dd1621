type Held<T> = Exclude<T, false | null | undefined>;

const isHeld = <T>(value: T): value is Held<T> => value !== false && value !== undefined && value !== null;

/** Waits until the condition holds; the last failure is the error when it never does. */
export async function eventually<T>(condition: () => Promise<T> | T, timeoutMs = 30_000): Promise<Held<T>> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      const value = await condition();
      if (isHeld(value)) return value;
      if (Date.now() > deadline) throw new Error('the condition never held');
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
