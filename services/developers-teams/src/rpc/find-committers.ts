import type { Context } from '../context.ts';
import type { Committer } from '../domain/committer.ts';
import { committersByIdentifier, committersByIds } from '../store/committers.ts';
import { committerMessage, type DevelopersTeamsHandlers } from './messages.ts';

/** By id, or by user name, code-host id or email; a secondary identity answers with its own record and its primary's id. */
export const findCommitters =
  ({ postgres }: Context): DevelopersTeamsHandlers['findCommitters'] =>
  async ({ entityId, identifiers, committerIds }) => {
    const found = new Map<number, { committer: Committer; matched: string[] }>();
    for (const committer of await committersByIds(postgres, entityId, committerIds))
      found.set(committer.id, { committer, matched: [] });
    for (const { committer, identifier } of await committersByIdentifier(postgres, entityId, identifiers)) {
      const known = found.get(committer.id) ?? { committer, matched: [] };
      known.matched.push(identifier);
      found.set(committer.id, known);
    }
    return {
      committers: [...found.values()].map(({ committer, matched }) => ({
        ...committerMessage(committer),
        matchedIdentifiers: matched,
      })),
    };
  };
