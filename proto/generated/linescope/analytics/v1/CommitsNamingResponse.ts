// Original file: linescope/analytics/v1/analytics.proto

import type { NamedCommit as _linescope_analytics_v1_NamedCommit, NamedCommit__Output as _linescope_analytics_v1_NamedCommit__Output } from '../../../linescope/analytics/v1/NamedCommit.ts';

export interface CommitsNamingResponse {
  'commits'?: (_linescope_analytics_v1_NamedCommit)[];
}

export interface CommitsNamingResponse__Output {
  'commits': (_linescope_analytics_v1_NamedCommit__Output)[];
}
