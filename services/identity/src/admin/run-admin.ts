import { Fault } from '@linescope/contract/fault';
import { type Command, columns, helpOf, type Output, readInput, UsageError } from './command.ts';
import { COMMANDS } from './commands.ts';
import { type Desk, openDesk } from './desk.ts';

export interface AdminResult {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** Runs one command line to its end. Nothing here writes to the terminal, so that tests can call it. */
export async function runAdmin(words: string[], env: Record<string, string | undefined>): Promise<AdminResult> {
  const done = (stdout: string): AdminResult => ({ exitCode: 0, stdout, stderr: '' });
  const failed = (stderr: string): AdminResult => ({ exitCode: 1, stdout: '', stderr });
  const found = findCommand(words);
  if (!found) {
    const group = words.filter((word) => !word.startsWith('-'))[0];
    const known = group !== undefined && Object.keys(COMMANDS).some((name) => name.startsWith(`${group} `));
    const text = listCommands(known ? group : undefined);
    const asked = words.length === 0 || words.includes('--help') || words.includes('-h');
    if (asked) return done(text);
    return failed(`${known ? `${group} what?` : `There is no command "${words.join(' ')}".`}\n\n${text}`);
  }
  const { name, command, rest } = found;
  let desk: Desk | undefined;
  try {
    const input = readInput(command, rest);
    if (input.help) return done(helpOf(name, command));
    desk = await openDesk(env);
    return done(render(await command.run(desk, input), input.json));
  } catch (error) {
    return failed(explain(error, name));
  } finally {
    await desk?.close();
  }
}

function findCommand(words: string[]): { name: string; command: Command; rest: string[] } | null {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ');
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (command) return { name, command, rest: words.slice(length) };
  }
  return null;
}

function listCommands(group?: string): string {
  const rows = Object.entries(COMMANDS)
    .filter(([name]) => group === undefined || name.startsWith(`${group} `))
    .map(([name, command]) => [`  ${name}`, command.summary.split('\n')[0]?.replace(/:$/, '') ?? '']);
  return `npm run admin -- <command> [options]\n\n${columns(rows)}\n\n--help after a command tells more; --json answers for machines.\n`;
}

const render = (output: Output, json: boolean): string => `${json ? JSON.stringify(output.json) : output.text}\n`;

function explain(error: unknown, name: string): string {
  if (error instanceof UsageError) return `${error.message}\n"${name} --help" tells more.\n`;
  if (error instanceof Fault || (error instanceof Error && error.name === 'ConfigError')) return `${error.message}\n`;
  return `${name} failed: ${error instanceof Error ? error.message : String(error)}\n`;
}
