import type { Outbox } from '@linescope/chassis/events/outbox';
import type { Transaction } from '@linescope/chassis/postgres/postgres';
import { repoRemoval } from '@linescope/contract/events/identity-events';
import type { Context } from '../context.ts';
import { acknowledge, addCounts, nextStep, type OffboardingRules } from '../domain/offboarding.ts';
import { writeAudit } from '../store/audit-log.ts';
import { findRemoval, lockRemoval, moveToRemovals, type RepoRemoval, saveRemoval } from '../store/repo-removals.ts';
import { lockRegistration } from '../store/resource-tree.ts';

export interface RemovalContext extends Pick<Context, 'postgres' | 'outbox'> {
  rules: OffboardingRules;
}

/** Irreversible: the repo leaves the tree at once, and every service is requested to erase what it holds of it. */
export const startRepoRemoval = (
  { postgres, outbox }: Pick<Context, 'postgres' | 'outbox'>,
  repo: { id: number; entityId: number; repoPath: string },
  actor: string,
): Promise<void> =>
  postgres.transaction(async (tx) => {
    // An import that registers it at this moment comes before or after, and not between.
    await lockRegistration(tx, repo.entityId);
    if (!(await moveToRemovals(tx, { ...repo, actor }))) return;
    const detail = { repo_id: repo.id, repo_path: repo.repoPath };
    await writeAudit(tx, { entityId: repo.entityId, actor, action: 'repo_removal_requested', detail });
    await requestRows(tx, outbox, { ...repo, repoId: repo.id, round: 1 });
  });

/** A service has erased its rows; a late word of an earlier round changes nothing. */
export const acknowledgeRepoRows = (
  { postgres }: Pick<Context, 'postgres'>,
  { repoId, ...done }: { repoId: number; service: string; round: number; removedCounts: Record<string, number> },
): Promise<void> =>
  postgres.transaction(async (tx) => {
    const removal = await lockRemoval(tx, repoId);
    if (removal?.removed_at === null) await saveRemoval(tx, acknowledge(removal, done));
  });

/** Advances a removal as far as possible now; every step may be repeated, and another replica may take it. */
export async function advanceRepoRemoval(context: RemovalContext, repoId: number): Promise<void> {
  const seen = await findRemoval(context.postgres, repoId);
  if (!seen || seen.removed_at !== null) return;
  const step = nextStep(seen, context.rules, Date.now());
  if (step === 'wait') return;
  await context.postgres.transaction(async (tx) => {
    const removal = await lockRemoval(tx, repoId);
    if (removal?.round !== seen.round || removal.asked_at.getTime() !== seen.asked_at.getTime()) return;
    if (step === 'finish') return finish(tx, removal);
    const round = step === 'next_round' ? removal.round + 1 : removal.round;
    const acknowledged = step === 'next_round' ? {} : removal.acknowledged;
    await saveRemoval(tx, { ...removal, round, acknowledged, asked_at: new Date() });
    const { entity_id: entityId, repo_path: repoPath } = removal;
    await requestRows(tx, context.outbox, { entityId, repoId, repoPath, round });
  });
}

async function finish(tx: Transaction, removal: RepoRemoval): Promise<void> {
  const ended = addCounts(removal, 'identity', { repos: 1 });
  await saveRemoval(tx, { ...ended, removed_at: new Date() });
  await writeAudit(tx, {
    entityId: removal.entity_id,
    actor: removal.actor,
    action: 'repo_removed',
    detail: { repo_id: removal.repo_id, repo_path: removal.repo_path, removed_counts: ended.removed_counts },
  });
}

const requestRows = (
  tx: Transaction,
  outbox: Outbox,
  { entityId, repoId, repoPath, round }: { entityId: number; repoId: number; repoPath: string; round: number },
): Promise<void> =>
  outbox.add(tx, repoRemoval, {
    entityId,
    aggregateId: repoId,
    aggregateVersion: round,
    data: { repoId, repoPath, round },
  });
