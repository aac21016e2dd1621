import { type CommandResult, runCommands } from '@linescope/command-line/run-commands';
import { Fault } from '@linescope/contract/fault';
import { isProviderError } from '@linescope/providers/errors';
import { openAdminContext } from './admin-context.ts';
import { COMMANDS } from './commands.ts';

/** Runs one command line to its end. Nothing here writes to the terminal, so that tests can call it. */
export const runAdmin = (words: string[], env: Record<string, string | undefined>): Promise<CommandResult> =>
  runCommands(
    {
      usage: 'npm run admin --',
      summary: 'Administer entities, users, tokens, connections and what failed',
      commands: COMMANDS,
      open: async () => {
        const context = await openAdminContext(env);
        return { context, close: () => context.close() };
      },
      explain: (error) => {
        if (error instanceof Fault) return [error.message, proxyIn(error)].filter((part) => part !== null).join(' ');
        return error instanceof Error && error.name === 'ConfigError' ? error.message : null;
      },
    },
    words,
  );

/** Answers to customers name no host of the installation; whoever runs it must know which proxy it was, however deep it stands. */
function proxyIn(error: unknown): string | null {
  if (isProviderError(error) && error.proxyFailure) {
    const { proxy, status } = error.proxyFailure;
    return `The proxy ${proxy} ${status === null ? 'does not answer' : `answered ${status}`}.`;
  }
  return error instanceof Error && error.cause !== undefined ? proxyIn(error.cause) : null;
}
