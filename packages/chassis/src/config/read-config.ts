import type { z } from 'zod';

export class ConfigError extends Error {
  constructor(problems: string[]) {
    super(`The configuration is not valid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/** Reads the environment by a schema whose keys are the variables; reports every problem at once, never a value. */
export function readConfig<Schema extends z.ZodObject>(
  schema: Schema,
  env: Record<string, string | undefined>,
): z.infer<Schema> {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = schema.safeParse(present);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => {
    const name = String(issue.path[0] ?? 'environment');
    return present[name] === undefined ? `${name} is required` : `${name}: ${issue.message}`;
  });
  throw new ConfigError([...new Set(problems)]);
}
