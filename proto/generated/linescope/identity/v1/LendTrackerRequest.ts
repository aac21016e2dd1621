// Original file: linescope/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface LendTrackerRequest {
  'entityId'?: (number | string | Long);
}

export interface LendTrackerRequest__Output {
  'entityId': (number);
}
