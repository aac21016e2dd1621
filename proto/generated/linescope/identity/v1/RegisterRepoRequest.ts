// Original file: linescope/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface RegisterRepoRequest {
  'entityId'?: (number | string | Long);
  'gitProviderEm'?: (string);
  'organizationSlug'?: (string);
  'repoSlug'?: (string);
  'externalId'?: (string);
  'defaultBranch'?: (string);
  'htmlUrl'?: (string);
}

export interface RegisterRepoRequest__Output {
  'entityId': (number);
  'gitProviderEm': (string);
  'organizationSlug': (string);
  'repoSlug': (string);
  'externalId': (string);
  'defaultBranch': (string);
  'htmlUrl': (string);
}
