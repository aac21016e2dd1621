import type { Context } from '../context.ts';
import { storeThoseOf, waitedFor } from '../store/provider-records.ts';
import type { RepoKey } from '../store/provider-state.ts';

const CHUNK = 500;

/** A person may become known after the issue that names them was read: such records are stored again, with the person. */
export async function meetKnown(context: Context, { entityId, repoId }: RepoKey): Promise<void> {
  const waiting = (await waitedFor(context.postgres, entityId, { repoId })).map(({ identifier }) => identifier);
  for (let start = 0; start < waiting.length; start += CHUNK) {
    const { committers } = await context.developersTeams.findCommitters(
      { entityId, identifiers: waiting.slice(start, start + CHUNK) },
      { deadlineMs: 30_000 },
    );
    const known = committers.flatMap(({ matchedIdentifiers }) => matchedIdentifiers);
    if (known.length > 0) await storeThoseOf(context.postgres, { entityId, repoId }, known);
  }
}
