// Original file: linescope/analytics/v1/analytics.proto

import type { Long } from '@grpc/proto-loader';

export interface ReleaseRange {
  'repoId'?: (number | string | Long);
  'sha'?: (string);
  'previousSha'?: (string);
  'previousAt'?: (string);
}

export interface ReleaseRange__Output {
  'repoId': (number);
  'sha': (string);
  'previousSha': (string);
  'previousAt': (string);
}
