import { ensureUser } from './ensure-user.ts';
import { findUsers } from './find-users.ts';
import { getEntitySettings } from './get-entity-settings.ts';
import type { IdentityHandlers, RpcParts } from './handlers.ts';
import { introspect } from './introspect.ts';
import { lendConnections } from './lend-connections.ts';
import { lendLlmTokens } from './lend-llm-tokens.ts';
import { lendTracker } from './lend-tracker.ts';
import { listRepos } from './list-repos.ts';
import { readQuotas, swapQuota } from './quotas.ts';
import { registerRepo } from './register-repo.ts';
import { reportConnection } from './report-connection.ts';
import { reportLlmToken } from './report-llm-token.ts';
import { resolveResourcePath } from './resolve-resource-path.ts';

export const rpcMethods = (parts: RpcParts): IdentityHandlers => ({
  introspect: introspect(parts),
  resolveResourcePath: resolveResourcePath(parts),
  listRepos: listRepos(parts),
  registerRepo: registerRepo(parts),
  lendConnections: lendConnections(parts),
  reportConnection: reportConnection(parts),
  readQuotas: readQuotas(parts),
  swapQuota: swapQuota(parts),
  lendLlmTokens: lendLlmTokens(parts),
  reportLlmToken: reportLlmToken(parts),
  lendTracker: lendTracker(parts),
  getEntitySettings: getEntitySettings(parts),
  findUsers: findUsers(parts),
  ensureUser: ensureUser(parts),
});
