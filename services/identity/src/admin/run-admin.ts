import { type CommandResult, runCommands } from '@linescope/command-line/run-commands';
import { Fault } from '@linescope/contract/fault';
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
      explain: (error) =>
        error instanceof Fault || (error instanceof Error && error.name === 'ConfigError') ? error.message : null,
    },
    words,
  );
