// Original file: linescope/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface RemoveRepoRequest {
  'entityId'?: (number | string | Long);
  'repoId'?: (number | string | Long);
  'repoPath'?: (string);
  'actor'?: (string);
}

export interface RemoveRepoRequest__Output {
  'entityId': (number);
  'repoId': (number);
  'repoPath': (string);
  'actor': (string);
}
