import { splitCommitter as split } from '../actions/committers/join-committers.ts';
import type { Context } from '../context.ts';
import { committerMessage, type DevelopersTeamsHandlers } from './messages.ts';

export const splitCommitter =
  (context: Context): DevelopersTeamsHandlers['splitCommitter'] =>
  async ({ entityId, identifier }) => ({ committer: committerMessage(await split(context, entityId, identifier)) });
