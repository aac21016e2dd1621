// Original file: linescope/analytics/v1/analytics.proto

import type { Long } from '@grpc/proto-loader';

export interface FindMissingCommitsRequest {
  'entityId'?: (number | string | Long);
  'repoId'?: (number | string | Long);
  'shas'?: (string)[];
}

export interface FindMissingCommitsRequest__Output {
  'entityId': (number);
  'repoId': (number);
  'shas': (string)[];
}
