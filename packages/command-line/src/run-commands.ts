import { CommanderError, Command as Parser } from 'commander';
import { type Command, type CommandInput, type Output, UsageError } from './command.ts';

export interface CommandLine<Context> {
  /** What is typed before the words, such as `npm run admin --`. */
  usage: string;
  summary: string;
  /** By the words that call them; the empty name is the program itself. */
  commands: Record<string, Command<Context>>;
  /** Opened only for a command that runs, not for help or wrong use. */
  open(): Promise<{ context: Context; close(): Promise<void> }>;
  /** The public sentence of an error that needs no further words; null for any other. */
  explain?(error: unknown): string | null;
}

export interface CommandResult {
  exitCode: number;
  stdout: string;
  stderr: string;
}

const WRONG_USE = 2;

/** Runs one command line to its end and returns what it prints, so that tests can call it. */
export async function runCommands<Context>(line: CommandLine<Context>, words: string[]): Promise<CommandResult> {
  const result: CommandResult = { exitCode: 0, stdout: '', stderr: '' };
  const program = newParser(line.usage, line.summary, result);
  const groups = new Map<string, Parser>();
  for (const [name, command] of Object.entries(line.commands)) {
    const parser = name === '' ? program : addParser(program, groups, name);
    describeCommand(parser, command).action(async () => {
      const output = await runCommand(line, command, inputOf(parser, command));
      if ('exitCode' in output) result.exitCode = output.exitCode;
      else result.stdout += `${parser.opts()['json'] === true ? JSON.stringify(output.json) : output.text}\n`;
    });
  }
  try {
    if (words.length === 0 && !Object.hasOwn(line.commands, '')) program.outputHelp();
    else await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    report(line, error, words, result);
  }
  return result;
}

function newParser(name: string, summary: string, result: CommandResult): Parser {
  return new Parser(name)
    .summary(summary)
    .description(summary)
    .exitOverride()
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false)
    .showSuggestionAfterError()
    .configureOutput({
      writeOut: (text) => {
        result.stdout += text;
      },
      writeErr: (text) => {
        result.stderr += text;
      },
      getOutHelpWidth: () => 110,
      getErrHelpWidth: () => 110,
    });
}

/** `token create` is the command `create` of the group `token`. */
function addParser(program: Parser, groups: Map<string, Parser>, name: string): Parser {
  const [first = '', second] = name.split(' ');
  if (second === undefined) return addCommand(program, first);
  const group = groups.get(first) ?? addCommand(program, first).summary(`commands of ${first}: see ${first} --help`);
  groups.set(first, group);
  return addCommand(group, second);
}

const addCommand = (parent: Parser, name: string): Parser =>
  parent.command(name).copyInheritedSettings(parent).helpOption('-h, --help', 'show this help').helpCommand(false);

function describeCommand<Context>(parser: Parser, command: Command<Context>): Parser {
  parser.summary(command.summary.split('\n')[0]?.replace(/:$/, '') ?? '').description(command.summary);
  for (const arg of command.args ?? []) {
    const optional = arg.startsWith('[');
    const name = arg.replace(/^\[|\]$/g, '').replace('…', '...');
    parser.argument(optional ? `[${name}]` : `<${name}>`);
  }
  for (const [name, { value, help }] of Object.entries(command.options ?? {})) {
    parser.option(value === undefined ? `--${name}` : `--${name} <${value}>`, help);
  }
  if (command.details) parser.addHelpText('after', `\n${command.details}`);
  return parser.option('--json', 'answer in JSON, on one line');
}

function inputOf<Context>(parser: Parser, command: Command<Context>): CommandInput {
  const values = new Map(parser.options.map((option) => [option.long, parser.opts()[option.attributeName()]]));
  const option = (name: string) => {
    const value: unknown = values.get(`--${name}`);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  return {
    args: parser.args.slice(0, command.args?.at(-1)?.includes('…') ? undefined : command.args?.length),
    option,
    need(name) {
      const value = option(name);
      if (value === undefined) throw new UsageError(`--${name} is required.`);
      return value;
    },
    flag: (name) => values.get(`--${name}`) === true,
  };
}

async function runCommand<Context>(
  line: CommandLine<Context>,
  command: Command<Context>,
  input: CommandInput,
): Promise<Output> {
  const { context, close } = await line.open();
  try {
    return await command.run(context, input);
  } finally {
    await close();
  }
}

function report<Context>(line: CommandLine<Context>, error: unknown, words: string[], result: CommandResult): void {
  if (error instanceof CommanderError) {
    // Commander has written its own message; help that was asked for is no error.
    result.exitCode = error.exitCode === 0 ? 0 : WRONG_USE;
    return;
  }
  const called = words.filter((word) => !word.startsWith('-')).slice(0, 2);
  if (error instanceof UsageError) {
    result.exitCode = WRONG_USE;
    result.stderr += `${error.message}\n"${[line.usage, ...called].join(' ')} --help" shows how to use it.\n`;
    return;
  }
  result.exitCode = 1;
  const message = error instanceof Error ? error.message : String(error);
  result.stderr += `${line.explain?.(error) ?? (called.length > 0 ? `${called.join(' ')} failed: ${message}` : message)}\n`;
}

/** Prints a result; a reader that closed the pipe, such as `head`, is no error. */
export function printResult({ exitCode, stdout, stderr }: CommandResult): void {
  ignoreClosedPipe();
  if (stdout !== '') process.stdout.write(stdout);
  if (stderr !== '') process.stderr.write(stderr);
  process.exitCode = exitCode;
}

export function ignoreClosedPipe(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}

/** A program that is one command and opens nothing beforehand. */
export async function runProgram(usage: string, command: Command): Promise<void> {
  ignoreClosedPipe();
  const line = {
    usage,
    summary: command.summary,
    commands: { '': command },
    open: async () => ({ context: undefined, close: async () => {} }),
    explain: (error: unknown) => (error instanceof Error ? error.message : String(error)),
  };
  const { stdout, stderr, exitCode } = await runCommands(line, process.argv.slice(2));
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  process.exitCode = exitCode;
}
