// Original file: linescope/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface ClaimIdempotencyKeyRequest {
  'entityId'?: (number | string | Long);
  'tokenId'?: (number | string | Long);
  'key'?: (string);
  'requestHash'?: (string);
}

export interface ClaimIdempotencyKeyRequest__Output {
  'entityId': (number);
  'tokenId': (number);
  'key': (string);
  'requestHash': (string);
}
