import type { AdminCommand } from './admin-context.ts';
import { committerJoin, committerSplit } from './commands/committer.ts';
import { connectionRemove } from './commands/connection-remove.ts';
import { connectionWebhook } from './commands/connection-webhook.ts';
import { deadLettersDiscard, deadLettersList, deadLettersReplay, deadLettersShow } from './commands/dead-letters.ts';
import { entityDerivations, entityPreviewWeights } from './commands/diff-delta.ts';
import { entityCreate, entityList, entitySet, entityShow } from './commands/entity.ts';
import { importCsv } from './commands/import-csv.ts';
import { llmTokenCreate, llmTokenList, llmTokenRemove } from './commands/llm-token.ts';
import { provision } from './commands/provision.ts';
import { auditList, offboardingList, tombstoneList } from './commands/records.ts';
import { repoRemovals, repoRemove } from './commands/repo-remove.ts';
import { connectionList, organizationList, repoList } from './commands/resources.ts';
import { rotateSecrets } from './commands/rotate-secrets.ts';
import { seats } from './commands/seats.ts';
import { seedDemo } from './commands/seed-demo.ts';
import { oidcRemove, oidcSet, signInLink } from './commands/sign-in.ts';
import { tokenCreate, tokenList, tokenRevoke, tokenSetLimit } from './commands/token.ts';
import { trackerList, trackerRemove, trackerSet } from './commands/tracker.ts';
import { userCreate, userList, userRemove, userSetRole } from './commands/user.ts';

/** Every command by the words that call it. */
export const COMMANDS: Record<string, AdminCommand> = {
  'entity create': entityCreate,
  'entity list': entityList,
  'entity show': entityShow,
  'entity set': entitySet,
  'entity preview-weights': entityPreviewWeights,
  'entity derivations': entityDerivations,
  'user create': userCreate,
  'user list': userList,
  'user set-role': userSetRole,
  'user remove': userRemove,
  'token create': tokenCreate,
  'token list': tokenList,
  'token revoke': tokenRevoke,
  'token set-limit': tokenSetLimit,
  'sign-in-link': signInLink,
  'oidc set': oidcSet,
  'oidc remove': oidcRemove,
  'llm-token create': llmTokenCreate,
  'llm-token list': llmTokenList,
  'llm-token remove': llmTokenRemove,
  'tracker set': trackerSet,
  'tracker list': trackerList,
  'tracker remove': trackerRemove,
  'committer join': committerJoin,
  'committer split': committerSplit,
  seats,
  provision,
  'connection list': connectionList,
  'connection webhook': connectionWebhook,
  'connection remove': connectionRemove,
  'organization list': organizationList,
  'repo list': repoList,
  'repo remove': repoRemove,
  'repo removals': repoRemovals,
  'audit list': auditList,
  'offboarding list': offboardingList,
  'tombstone list': tombstoneList,
  'import-csv': importCsv,
  'rotate-secrets': rotateSecrets,
  'dead-letters list': deadLettersList,
  'dead-letters show': deadLettersShow,
  'dead-letters replay': deadLettersReplay,
  'dead-letters discard': deadLettersDiscard,
  'seed-demo': seedDemo,
};
