import { readFileSync } from 'node:fs';
import type { z } from 'zod';

export class ConfigError extends Error {
  readonly problems: string[];

  constructor(problems: string[]) {
    super(`The configuration is not valid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

type Environment = Record<string, string | undefined>;

/**
 * Reads the environment by a schema whose keys are the variables; reports every problem at once, never a value. Any variable
 * may come from a file instead: `DATABASE_URL_FILE` names the file that holds `DATABASE_URL`.
 */
export function readConfig<Schema extends z.ZodObject>(schema: Schema, env: Environment): z.infer<Schema> {
  const problems: string[] = [];
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const unreadable = new Set<string>();
  for (const name of Object.keys(schema.shape)) {
    const file = present[`${name}_FILE`];
    if (file === undefined) continue;
    if (present[name] !== undefined) problems.push(`${name} and ${name}_FILE are both set: one is enough`);
    try {
      present[name] ??= readFileSync(file, 'utf8').trimEnd();
    } catch (error) {
      unreadable.add(name);
      problems.push(`${name}_FILE: the file ${file} cannot be read (${codeOf(error)})`);
    }
  }
  const parsed = schema.safeParse(present);
  if (parsed.success && problems.length === 0) return parsed.data;
  for (const issue of parsed.error?.issues ?? []) {
    const name = String(issue.path[0] ?? 'environment');
    if (unreadable.has(name)) continue;
    problems.push(present[name] === undefined ? `${name} is required` : `${name}: ${issue.message}`);
  }
  throw new ConfigError([...new Set(problems)]);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
}
