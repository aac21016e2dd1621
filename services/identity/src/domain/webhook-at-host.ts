import {
  AZURE_DEVOPS,
  AZURE_DEVOPS_SERVER,
  BITBUCKET,
  BITBUCKET_SERVER,
  GITHUB,
  GITLAB,
  type GitProvider,
} from '@linescope/contract/vendors';

/** Where each host's form asks for the secret, and which of its events become facts. */
const AT_THE_HOST: Record<GitProvider, { secret: string; events: string }> = {
  [GITHUB]: {
    secret: 'as "Secret", content type application/json',
    events: 'pushes, pull requests, reviews, review comments, review threads, issue comments, issues, releases',
  },
  [GITLAB]: { secret: 'as "Secret token"', events: 'pushes, tags, comments, issues, merge requests, releases' },
  [BITBUCKET]: { secret: 'as "Secret"', events: 'repository push, pull requests, issues' },
  [BITBUCKET_SERVER]: { secret: 'as "Secret"', events: 'repository push, pull requests' },
  [AZURE_DEVOPS]: {
    secret: 'as the password of basic authentication, with any user name',
    events: 'code pushed; pull request created, updated, merged, commented on; work item created, updated',
  },
  [AZURE_DEVOPS_SERVER]: {
    secret: 'as the password of basic authentication, with any user name',
    events: 'code pushed; pull request created, updated, merged, commented on; work item created, updated',
  },
};

export const webhookAtHost = (provider: GitProvider) => AT_THE_HOST[provider];
