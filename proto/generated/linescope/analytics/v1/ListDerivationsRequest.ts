// Original file: linescope/analytics/v1/analytics.proto

import type { Long } from '@grpc/proto-loader';

export interface ListDerivationsRequest {
  'entityId'?: (number | string | Long);
}

export interface ListDerivationsRequest__Output {
  'entityId': (number);
}
