// Original file: linescope/analytics/v1/analytics.proto

import type { Long } from '@grpc/proto-loader';

export interface FindCommitRequest {
  'entityId'?: (number | string | Long);
  'sha'?: (string);
  'repoId'?: (number | string | Long);
}

export interface FindCommitRequest__Output {
  'entityId': (number);
  'sha': (string);
  'repoId': (number);
}
