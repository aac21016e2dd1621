/** At a start that fails, whoever reads the log should see which of the stores it was, and which setting names it. */
export const cannotBeUsed =
  (store: string, setting: string) =>
  (cause: unknown): never => {
    const why = cause instanceof Error ? cause.message.trim() : String(cause);
    throw new Error(`${store}, at ${setting}, cannot be used: ${why}`, { cause });
  };
