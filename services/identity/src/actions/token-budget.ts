import { everyResource } from '@linescope/providers/pacing/choose-connection';
import { block, observe, type QuotaState } from '@linescope/providers/pacing/quota';
import { type QuotaStore, quotaStoreInMemory } from '@linescope/providers/pacing/quota-store';
import { swapQuotas } from '@linescope/providers/pacing/swap-quotas';
import type { Context } from '../context.ts';
import { type CodeHostAccess, serverAddress } from '../domain/code-host-access.ts';
import { connectionContext } from '../domain/sealed-contexts.ts';
import { connectionsAt } from '../store/connections.ts';
import { quotaShelf } from '../store/quotas.ts';

/** Who pays for the calls that verify a token. */
export interface TokenBudget {
  /** The connection that has this token, or a name for one that is not kept yet. */
  id: string;
  quotas: QuotaStore;
}

const NEW = 'new';
/** The resource that a directory reads, and the one that covers all of them. */
const RESOURCES = ['core', everyResource];

const keyOf = (id: string | number, resource: string): string => `${id}:${resource}`;

/** A token that is given again pays from its connection's budget; of one never seen before only its host knows. */
export async function openTokenBudget(
  { postgres, secretBox }: Context,
  entityId: number | null,
  access: CodeHostAccess,
): Promise<TokenBudget> {
  const kept = entityId === null ? [] : await connectionsAt(postgres, entityId, access.gitProvider);
  const same = kept.find(
    ({ id, sealed_token, endpoint_url }) =>
      serverAddress(endpoint_url) === serverAddress(access.endpointUrl) &&
      secretBox.open(sealed_token, connectionContext(id)) === access.token,
  );
  if (!same || entityId === null) return { id: NEW, quotas: quotaStoreInMemory() };
  return { id: String(same.id), quotas: swapQuotas(quotaShelf(postgres, entityId)) };
}

/** What the verification learned of a new token's budget is where its connection begins. */
export async function settleTokenBudget(
  { postgres }: Pick<Context, 'postgres'>,
  budget: TokenBudget,
  connection: { id: number; entityId: number },
): Promise<void> {
  if (budget.id !== NEW) return;
  const learned = await budget.quotas.read(RESOURCES.map((resource) => keyOf(NEW, resource)));
  const kept = swapQuotas(quotaShelf(postgres, connection.entityId));
  for (const resource of RESOURCES) {
    const learnedState = learned.get(keyOf(NEW, resource));
    if (learnedState)
      await kept.update(keyOf(connection.id, resource), (held) => ({ state: join(held, learnedState), granted: true }));
  }
}

/** The account may be in use with an older token: the smaller of two figures of one window is the true one. */
const join = (held: QuotaState | null, learnedState: QuotaState): QuotaState =>
  block(
    held ? observe(held, learnedState, Date.now(), learnedState.windowMs) : learnedState,
    learnedState.blockedUntil,
  );
