// Original file: linescope/analytics/v1/analytics.proto

import type { Issue as _linescope_analytics_v1_Issue, Issue__Output as _linescope_analytics_v1_Issue__Output } from '../../../linescope/analytics/v1/Issue.ts';

export interface FindIssuesResponse {
  'issues'?: (_linescope_analytics_v1_Issue)[];
}

export interface FindIssuesResponse__Output {
  'issues': (_linescope_analytics_v1_Issue__Output)[];
}
