import { rm } from 'node:fs/promises';
import { eventSubject } from '@linescope/chassis/events/subjects';
import { deleteMailNaming } from '@linescope/chassis/mail/mailer';
import { deleteRepoRowsOf, removeRepo } from '@linescope/chassis/offboarding/remove-repo';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { eventEnvelopeSchema } from '@linescope/contract/events/define-event';
import { repoRemoval } from '@linescope/contract/events/identity-events';
import { publishImportRemoval } from '../actions/publish-import.ts';
import type { Context } from '../context.ts';
import { cloneFolderOf, mirrorPath } from '../git-import/mirror.ts';
import { findAwaitedOf } from '../store/imports.ts';
import { deleteEtags } from '../store/provider-etags.ts';

/** What hangs on an import goes with its row: a worker that runs it has lost its lease, a webhook and the sweep find nothing. */
const TABLES = [
  'imports',
  'provider_state',
  'provider_records',
  'provider_cursors',
  'provider_payloads',
  'repo_releases',
];

export const onRepoRemoval = (runtime: Runtime<unknown>, context: Context): Promise<void> =>
  removeRepo(runtime, context, async (tx, repo) => {
    for (const awaited of await findAwaitedOf(tx, repo)) await publishImportRemoval(tx, context.outbox, awaited);
    const counts = await deleteRepoRowsOf(...TABLES)(tx, repo);
    // Answers of hosts are kept by their hashed address, so that nobody can tell whose they are; they are asked for again.
    counts['provider_etags'] = await deleteEtags(tx, repo.entityId);
    await deleteMailNaming(context.config.DATA_DIR, repo.entityId, repo.repoPath);
    await deleteClone(context, repo);
    return counts;
  });

/** Every worker has a clone cache of its own, so every one must get the event; one that is away deletes at its start. */
export function deleteCloneOnRemoval(runtime: Runtime<unknown>, context: Context): void {
  const { broker, log } = context;
  const subscription = broker.connection.subscribe(eventSubject(broker.namespace, repoRemoval, '*'), {
    callback: (_error, message) => {
      const event = eventEnvelopeSchema.extend({ data: repoRemoval.data }).safeParse(message.json());
      if (!event.success) return;
      const repo = { entityId: event.data.entityId, repoId: event.data.data.repoId };
      deleteClone(context, repo).catch((err: unknown) =>
        log.warn({ err, ...repo }, 'deleting the clone of a removed repo failed, it is deleted with the next pruning'),
      );
    },
  });
  runtime.onStop('subscription to removals of repos', () => subscription.unsubscribe());
}

const deleteClone = ({ config }: Context, { entityId, repoId }: { entityId: number; repoId: number }): Promise<void> =>
  rm(mirrorPath(cloneFolderOf(config), entityId, repoId), { recursive: true, force: true });
