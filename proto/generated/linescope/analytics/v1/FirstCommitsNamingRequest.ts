// Original file: linescope/analytics/v1/analytics.proto

import type { Long } from '@grpc/proto-loader';

export interface FirstCommitsNamingRequest {
  'entityId'?: (number | string | Long);
  'keys'?: (string)[];
}

export interface FirstCommitsNamingRequest__Output {
  'entityId': (number);
  'keys': (string)[];
}
