// Original file: linescope/analytics/v1/analytics.proto

import type { Long } from '@grpc/proto-loader';

export interface FindIssuesRequest {
  'entityId'?: (number | string | Long);
  'keys'?: (string)[];
}

export interface FindIssuesRequest__Output {
  'entityId': (number);
  'keys': (string)[];
}
