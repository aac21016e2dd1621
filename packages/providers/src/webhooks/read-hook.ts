import {
  AZURE_DEVOPS,
  AZURE_DEVOPS_SERVER,
  BITBUCKET,
  BITBUCKET_SERVER,
  GITHUB,
  GITLAB,
} from '@linescope/contract/vendors';
import { z } from 'zod';
import { ProviderError } from '../errors.ts';
import type { Fact } from '../facts.ts';
import type { Deriver, FactPage, StoredPayload } from '../payload.ts';
import { type CodeHostName, codeHostNames } from '../provider-names.ts';
import { azureDevopsHook } from './azure-devops.ts';
import { bitbucketHook } from './bitbucket.ts';
import { bitbucketServerHook } from './bitbucket-server.ts';
import { githubHook } from './github.ts';
import { gitlabHook } from './gitlab.ts';
import type { HookDeriver } from './hook.ts';

const hooks: Record<CodeHostName, HookDeriver> = {
  [GITHUB]: githubHook,
  [GITLAB]: gitlabHook,
  [BITBUCKET]: bitbucketHook,
  [BITBUCKET_SERVER]: bitbucketServerHook,
  [AZURE_DEVOPS]: azureDevopsHook,
  [AZURE_DEVOPS_SERVER]: azureDevopsHook,
};

export type ReceivedHook = {
  headers: Headers;
  /** The parsed body of a message that was verified. */
  body: unknown;
  /** The connection's organization, which the devops suite leaves out of its messages. */
  organization?: string | null;
};

const codeHostOf = (host: StoredPayload['host']): CodeHostName | undefined =>
  codeHostNames.find((name) => name === host);

/** The deriver of stored messages, of any code host. */
export const deriveHook: Deriver = ({ host, context, body }) => {
  const name = codeHostOf(host);
  return (name && hooks[name].derive(context.event ?? '', body, context, name)) || [];
};

/**
 * The facts of a message, with the payload to keep; null for one that says nothing to us.
 * A message without its kind's shape is answer_malformed.
 */
export function readHook(host: CodeHostName, { headers, body, organization }: ReceivedHook): FactPage | null {
  const event = hooks[host].event(headers, body);
  if (event === null) return null;
  const context = { event, ...(organization ? { organization } : {}) };
  const facts = deriveOrRefuse(host, event, body, context);
  if (facts === null) return null;
  const given = facts.map((fact) => ('repoPath' in fact ? fact.repoPath : '')).find((path) => path !== '');
  const scope = given ?? hooks[host].scope?.(body, context) ?? '';
  return { payload: { host, kind: 'hook', scope, context, body }, facts };
}

function deriveOrRefuse(
  host: CodeHostName,
  event: string,
  body: unknown,
  context: StoredPayload['context'],
): Fact[] | null {
  try {
    return hooks[host].derive(event, body, context, host);
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    const where = error.issues.slice(0, 5).map((issue) => issue.path.join('.'));
    throw new ProviderError('answer_malformed', { internal: `${host} ${event}: unexpected ${where.join(', ')}` });
  }
}

/** The host's own name of a delivery, for the log. */
export const deliveryOf = (host: CodeHostName, { headers, body }: ReceivedHook): string | null =>
  hooks[host].delivery(headers, body);
