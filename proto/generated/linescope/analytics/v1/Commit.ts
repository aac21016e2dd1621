// Original file: linescope/analytics/v1/analytics.proto

import type { Long } from '@grpc/proto-loader';

export interface Commit {
  'repoId'?: (number | string | Long);
  'sha'?: (string);
  'authoredAt'?: (string);
  'committedAt'?: (string);
  'onDefaultBranch'?: (boolean);
  'committerId'?: (number | string | Long);
  'message'?: (string);
  'mergedAt'?: (string);
}

export interface Commit__Output {
  'repoId': (number);
  'sha': (string);
  'authoredAt': (string);
  'committedAt': (string);
  'onDefaultBranch': (boolean);
  'committerId': (number);
  'message': (string);
  'mergedAt': (string);
}
