import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import type { Desk } from './desk.ts';

/** What a command answers: `json` for machines, `text` for people. */
export interface Output {
  json: unknown;
  text: string;
}

export interface CommandOption {
  help: string;
  /** Shown in place of the value; an option without it is a flag. */
  value?: string;
}

export interface Command {
  summary: string;
  /** Names of its arguments, in order; the last may end in `…`, which takes one or more. */
  args?: string[];
  options?: Record<string, CommandOption>;
  run(desk: Desk, input: CommandInput): Promise<Output>;
}

export interface CommandInput {
  args: string[];
  /** The value of an option, or undefined. */
  option(name: string): string | undefined;
  /** The value of an option that must be given. */
  need(name: string): string;
  flag(name: string): boolean;
}

/** Said to the person at the keyboard, without a stack. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const OPTIONS_OF_ALL: Record<string, CommandOption> = {
  json: { help: 'answer in JSON, on one line' },
  help: { help: 'show this help' },
};

export function readInput(command: Command, words: string[]): CommandInput & { json: boolean; help: boolean } {
  const known = { ...command.options, ...OPTIONS_OF_ALL };
  const config: ParseArgsOptionsConfig = Object.fromEntries(
    Object.entries(known).map(([name, { value }]) => [
      name,
      { type: value === undefined ? 'boolean' : 'string', ...(name === 'help' ? { short: 'h' } : {}) },
    ]),
  );
  const { values, positionals } = parse(words, config);
  const option = (name: string) => {
    const value = values[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const help = values['help'] === true;
  if (!help) checkArgs(command, positionals);
  return {
    args: positionals,
    option,
    need(name) {
      const value = option(name);
      if (value === undefined) throw new UsageError(`--${name} is required.`);
      return value;
    },
    flag: (name) => values[name] === true,
    json: values['json'] === true,
    help,
  };
}

function parse(args: string[], options: ParseArgsOptionsConfig) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function checkArgs(command: Command, given: string[]): void {
  const wanted = command.args ?? [];
  const many = wanted.at(-1)?.endsWith('…') ?? false;
  const missing = wanted[given.length];
  if (missing !== undefined) throw new UsageError(`<${missing}> is required.`);
  if (given.length > wanted.length && !many) throw new UsageError(`There is one word too many: ${given.at(-1)}`);
}

export function helpOf(name: string, command: Command): string {
  const args = (command.args ?? []).map((arg) => ` <${arg}>`).join('');
  const rows = Object.entries({ ...command.options, ...OPTIONS_OF_ALL }).map(([option, { value, help }]) => [
    `  --${option}${value === undefined ? '' : ` <${value}>`}`,
    help,
  ]);
  return `${command.summary}\n\n  npm run admin -- ${name}${args} [options]\n\n${columns(rows)}\n`;
}

/** Rows as aligned columns. */
export function columns(rows: string[][]): string {
  const widths = rows.reduce<number[]>(
    (found, row) => row.map((cell, index) => Math.max(cell.length, found[index] ?? 0)),
    [],
  );
  return rows
    .map((row) =>
      row.map((cell, index) => (index === row.length - 1 ? cell : cell.padEnd(widths[index] ?? 0))).join('  '),
    )
    .join('\n');
}

/** A list for people: its field names as the head, `-` where there is nothing. */
export function table(rows: Record<string, unknown>[]): string {
  const [first] = rows;
  if (!first) return 'none';
  const names = Object.keys(first);
  return columns([names, ...rows.map((row) => names.map((name) => cellOf(row[name])))]);
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

export const listing = (rows: Record<string, unknown>[]): Output => ({ json: rows, text: table(rows) });
