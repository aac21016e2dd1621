// Original file: linescope/analytics/v1/analytics.proto

import type { Commit as _linescope_analytics_v1_Commit, Commit__Output as _linescope_analytics_v1_Commit__Output } from '../../../linescope/analytics/v1/Commit.ts';

export interface FindCommitResponse {
  'commits'?: (_linescope_analytics_v1_Commit)[];
}

export interface FindCommitResponse__Output {
  'commits': (_linescope_analytics_v1_Commit__Output)[];
}
