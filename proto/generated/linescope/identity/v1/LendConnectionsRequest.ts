// Original file: linescope/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface LendConnectionsRequest {
  'entityId'?: (number | string | Long);
  'gitProviderEm'?: (string);
  'organizationSlug'?: (string);
  'connectionId'?: (number | string | Long);
  'repoSlug'?: (string);
}

export interface LendConnectionsRequest__Output {
  'entityId': (number);
  'gitProviderEm': (string);
  'organizationSlug': (string);
  'connectionId': (number);
  'repoSlug': (string);
}
