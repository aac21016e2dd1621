// Original file: linescope/analytics/v1/analytics.proto

import type { Commit as _linescope_analytics_v1_Commit, Commit__Output as _linescope_analytics_v1_Commit__Output } from '../../../linescope/analytics/v1/Commit.ts';

export interface NamedCommit {
  'key'?: (string);
  'commit'?: (_linescope_analytics_v1_Commit | null);
}

export interface NamedCommit__Output {
  'key': (string);
  'commit': (_linescope_analytics_v1_Commit__Output | null);
}
