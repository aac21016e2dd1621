/** What a command prints: `json` for machines, `text` for people. A command that prints while it works returns its exit code. */
export type Output = { json: unknown; text: string } | { exitCode: number };

export interface CommandOption {
  help: string;
  /** Shown in place of the value; an option without it is a flag. */
  value?: string;
}

export interface Command<Context = undefined> {
  summary: string;
  /** What `--help` adds below the options. */
  details?: string;
  /** Names of its arguments, in order; the last may end in `…`, which takes one or more. In brackets it may be left out. */
  args?: string[];
  options?: Record<string, CommandOption>;
  run(context: Context, input: CommandInput): Promise<Output>;
}

export interface CommandInput {
  args: string[];
  /** The value of an option, or undefined. */
  option(name: string): string | undefined;
  /** The value of an option that must be given. */
  need(name: string): string;
  flag(name: string): boolean;
}

/** Wrong use of a command: printed as it is, without a stack, with exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The one way in which commands name an entity. */
export const ENTITY_OPTION = { entity: { value: 'slug', help: 'the entity' } } as const;
