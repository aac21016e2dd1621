// Original file: linescope/analytics/v1/analytics.proto

import type { ReleaseRange as _linescope_analytics_v1_ReleaseRange, ReleaseRange__Output as _linescope_analytics_v1_ReleaseRange__Output } from '../../../linescope/analytics/v1/ReleaseRange.ts';
import type { Long } from '@grpc/proto-loader';

export interface CountReleasesRequest {
  'entityId'?: (number | string | Long);
  'ranges'?: (_linescope_analytics_v1_ReleaseRange)[];
}

export interface CountReleasesRequest__Output {
  'entityId': (number);
  'ranges': (_linescope_analytics_v1_ReleaseRange__Output)[];
}
