// Original file: linescope/analytics/v1/analytics.proto

import type { Long } from '@grpc/proto-loader';

export interface PreviewDiffDeltaRequest {
  'entityId'?: (number | string | Long);
  'entitySlug'?: (string);
  'weightsJson'?: (string);
}

export interface PreviewDiffDeltaRequest__Output {
  'entityId': (number);
  'entitySlug': (string);
  'weightsJson': (string);
}
