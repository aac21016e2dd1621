import { UsageError } from '@linescope/command-line/command';
import { removeConnection } from '../../actions/remove-connection.ts';
import { findConnection } from '../../store/connections.ts';
import type { AdminCommand } from '../admin-context.ts';
import { OPERATOR } from '../admin-context.ts';
import { readId } from './token.ts';

export const connectionRemove: AdminCommand = {
  summary: 'Remove a code-host connection and erase its token; what was imported stays',
  args: ['id'],
  async run({ postgres }, { args }) {
    const id = readId(args[0] ?? '');
    const connection = await findConnection(postgres, id);
    if (!connection) throw new UsageError(`There is no connection ${id}: "connection list" shows them.`);
    await removeConnection({ postgres }, connection, OPERATOR);
    return { json: { id }, text: `Connection ${id} is removed, and its token erased.` };
  },
};
