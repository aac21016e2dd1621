import { claimIdempotencyKey } from './claim-idempotency-key.ts';
import { ensureUser } from './ensure-user.ts';
import { findAwaitedImport } from './find-awaited-import.ts';
import { findUsers } from './find-users.ts';
import { getEntitySettings } from './get-entity-settings.ts';
import { introspect } from './introspect.ts';
import { isOriginNamed } from './is-origin-named.ts';
import { lendConnections } from './lend-connections.ts';
import { lendLlmTokens } from './lend-llm-tokens.ts';
import { lendTracker } from './lend-tracker.ts';
import { listRepos } from './list-repos.ts';
import type { IdentityHandlers, RpcContext } from './messages.ts';
import { noteImportRemoval } from './note-import-removal.ts';
import { readQuotas } from './read-quotas.ts';
import { registerRepo } from './register-repo.ts';
import { removeRepo } from './remove-repo.ts';
import { reportConnection } from './report-connection.ts';
import { reportLlmToken } from './report-llm-token.ts';
import { reportTracker } from './report-tracker.ts';
import { resolveResourcePath } from './resolve-resource-path.ts';
import { swapQuota } from './swap-quota.ts';

/** The gRPC service, one file a method. */
export const identityHandlers = (context: RpcContext): IdentityHandlers => ({
  introspect: introspect(context),
  resolveResourcePath: resolveResourcePath(context),
  findAwaitedImport: findAwaitedImport(context),
  listRepos: listRepos(context),
  registerRepo: registerRepo(context),
  noteImportRemoval: noteImportRemoval(context),
  removeRepo: removeRepo(context),
  lendConnections: lendConnections(context),
  reportConnection: reportConnection(context),
  readQuotas: readQuotas(context),
  swapQuota: swapQuota(context),
  lendLlmTokens: lendLlmTokens(context),
  reportLlmToken: reportLlmToken(context),
  lendTracker: lendTracker(context),
  reportTracker: reportTracker(context),
  getEntitySettings: getEntitySettings(context),
  findUsers: findUsers(context),
  ensureUser: ensureUser(context),
  isOriginNamed: isOriginNamed(context),
  claimIdempotencyKey: claimIdempotencyKey(context),
});
