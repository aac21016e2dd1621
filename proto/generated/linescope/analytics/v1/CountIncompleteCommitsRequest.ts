// Original file: linescope/analytics/v1/analytics.proto

import type { Long } from '@grpc/proto-loader';

export interface CountIncompleteCommitsRequest {
  'entityId'?: (number | string | Long);
  'repoId'?: (number | string | Long);
}

export interface CountIncompleteCommitsRequest__Output {
  'entityId': (number);
  'repoId': (number);
}
