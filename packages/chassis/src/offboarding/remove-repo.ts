import { repoRemoval, repoRowsRemoved } from '@linescope/contract/events/identity-events';
import pg from 'pg';
import type { Broker } from '../events/broker.ts';
import { consumeEvent } from '../events/consume.ts';
import type { Outbox } from '../events/outbox.ts';
import type { Postgres, Transaction } from '../postgres/postgres.ts';
import type { IdentityCalls } from '../scope/resolve-scope.ts';
import type { Runtime } from '../service/run-service.ts';

interface RemovalParts {
  broker: Broker;
  postgres: Postgres;
  outbox: Outbox;
  identity: Pick<IdentityCalls, 'listRepos'>;
}

export interface RemovedRepo {
  entityId: number;
  repoId: number;
  /** `<organization>/<repo>` */
  repoPath: string;
}

/** Erases everything the service keeps of the repo and returns how many rows by table. It may run twice. */
export type RemoveRepoRows = (tx: Transaction, repo: RemovedRepo) => Promise<Record<string, number>>;

/** A service's part in removing a repo: on the event, erase every row and acknowledge, in one transaction. */
export function removeRepo(
  runtime: Runtime<unknown>,
  { broker, postgres, outbox, identity }: RemovalParts,
  remove: RemoveRepoRows,
): Promise<void> {
  return consumeEvent(runtime, broker, repoRemoval, async ({ entityId, data: { repoId, repoPath, round } }) => {
    // Only identity decides what goes: a forged message must not erase a repo that stays.
    const { repos } = await identity.listRepos({ entityId });
    if (repos.some((repo) => repo.id === repoId)) {
      runtime.log.error({ entityId, repoId }, 'the removal of a repo that stays was asked for, nothing is erased');
      return;
    }
    await postgres.transaction(async (tx) => {
      await tx.run('SET LOCAL statement_timeout = 0');
      const removedCounts = await remove(tx, { entityId, repoId, repoPath });
      await outbox.add(tx, repoRowsRemoved, {
        entityId,
        aggregateId: repoId,
        aggregateVersion: round,
        data: { repoId, service: broker.service, removedCounts, round },
      });
    });
    runtime.log.info({ entityId, repoId, round }, 'erased every row of a repo that is removed');
  });
}

/** Deletes from tables with an `entity_id` and a `repo_id`, in the order given: children first. */
export const deleteRepoRowsOf =
  (...tables: string[]): RemoveRepoRows =>
  async (tx, { entityId, repoId }) => {
    const counts: Record<string, number> = {};
    for (const table of tables) {
      counts[table] = await tx.run(`DELETE FROM ${pg.escapeIdentifier(table)} WHERE entity_id = $1 AND repo_id = $2`, [
        entityId,
        repoId,
      ]);
    }
    return counts;
  };
