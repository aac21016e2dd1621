import {
  AZURE_DEVOPS,
  AZURE_DEVOPS_SERVER,
  BITBUCKET,
  BITBUCKET_SERVER,
  GITHUB,
  GITLAB,
  JIRA,
} from '@linescope/contract/vendors';
import { azureDevopsDerivers } from './code-hosts/azure-devops/derive.ts';
import { bitbucketDerivers } from './code-hosts/bitbucket/derive.ts';
import { bitbucketServerDerivers } from './code-hosts/bitbucket-server/derive.ts';
import { githubDerivers } from './code-hosts/github/derive.ts';
import { gitlabDerivers } from './code-hosts/gitlab/derive.ts';
import type { Fact } from './facts.ts';
import type { Deriver, StoredPayload } from './payload.ts';
import { jiraDerivers } from './trackers/jira/derive.ts';
import { deriveHook } from './webhooks/read-hook.ts';

const derivers: Record<StoredPayload['host'], Record<string, Deriver>> = {
  [BITBUCKET]: bitbucketDerivers,
  [BITBUCKET_SERVER]: bitbucketServerDerivers,
  [GITHUB]: githubDerivers,
  [GITLAB]: gitlabDerivers,
  [AZURE_DEVOPS]: azureDevopsDerivers,
  [AZURE_DEVOPS_SERVER]: azureDevopsDerivers,
  [JIRA]: jiraDerivers,
};

/** The facts of any stored payload, without asking anyone. Pure. */
export function derive(payload: StoredPayload): Fact[] {
  if (payload.kind === 'hook') return deriveHook(payload);
  const known = derivers[payload.host];
  const deriver = Object.hasOwn(known, payload.kind) ? known[payload.kind] : undefined;
  if (deriver === undefined) throw new Error(`no deriver for ${payload.host} ${payload.kind}`);
  return deriver(payload);
}
