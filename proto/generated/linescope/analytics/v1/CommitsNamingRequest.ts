// Original file: linescope/analytics/v1/analytics.proto

import type { Long } from '@grpc/proto-loader';

export interface CommitsNamingRequest {
  'entityId'?: (number | string | Long);
  'keys'?: (string)[];
  'since'?: (string);
  'repoId'?: (number | string | Long);
  'shas'?: (string)[];
}

export interface CommitsNamingRequest__Output {
  'entityId': (number);
  'keys': (string)[];
  'since': (string);
  'repoId': (number);
  'shas': (string)[];
}
