// Original file: linescope/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface LendLlmTokensRequest {
  'entityId'?: (number | string | Long);
}

export interface LendLlmTokensRequest__Output {
  'entityId': (number);
}
