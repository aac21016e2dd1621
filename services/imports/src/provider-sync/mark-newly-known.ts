import type { Context } from '../context.ts';
import { markUnstoredNaming, unknownPeople } from '../store/provider-records.ts';
import type { RepoKey } from '../store/provider-state.ts';

const CHUNK = 500;

/** A person may become known after the issue that names them was read: such records are marked to be stored again. */
export async function markNewlyKnown(context: Context, { entityId, repoId }: RepoKey): Promise<void> {
  const unknown = (await unknownPeople(context.postgres, entityId, { repoId })).map(({ identifier }) => identifier);
  for (let start = 0; start < unknown.length; start += CHUNK) {
    const { committers } = await context.developersTeams.findCommitters(
      { entityId, identifiers: unknown.slice(start, start + CHUNK) },
      { deadlineMs: 30_000 },
    );
    const known = committers.flatMap(({ matchedIdentifiers }) => matchedIdentifiers);
    if (known.length > 0) await markUnstoredNaming(context.postgres, { entityId, repoId }, known);
  }
}
