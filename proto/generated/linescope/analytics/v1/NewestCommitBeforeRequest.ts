// Original file: linescope/analytics/v1/analytics.proto

import type { Long } from '@grpc/proto-loader';

export interface NewestCommitBeforeRequest {
  'entityId'?: (number | string | Long);
  'repoId'?: (number | string | Long);
  'at'?: (string);
}

export interface NewestCommitBeforeRequest__Output {
  'entityId': (number);
  'repoId': (number);
  'at': (string);
}
