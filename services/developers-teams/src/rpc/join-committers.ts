import { joinCommitters as join } from '../actions/committers/join-committers.ts';
import type { Context } from '../context.ts';
import { committerMessage, type DevelopersTeamsHandlers } from './messages.ts';

export const joinCommitters =
  (context: Context): DevelopersTeamsHandlers['joinCommitters'] =>
  async ({ entityId, primaryIdentifier, identifiers }) => {
    const committers = await join(context, entityId, primaryIdentifier, identifiers);
    return { committers: committers.map(committerMessage) };
  };
