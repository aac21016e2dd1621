// Original file: linescope/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface LendConnectionsRequest {
  'entityId'?: (number | string | Long);
  'gitProviderEm'?: (string);
  'organizationSlug'?: (string);
  'connectionId'?: (number | string | Long);
}

export interface LendConnectionsRequest__Output {
  'entityId': (number);
  'gitProviderEm': (string);
  'organizationSlug': (string);
  'connectionId': (number);
}
