// Original file: linescope/developers_teams/v1/developers_teams.proto

import type { Committer as _linescope_developers_teams_v1_Committer, Committer__Output as _linescope_developers_teams_v1_Committer__Output } from '../../../linescope/developers_teams/v1/Committer.ts';

export interface SplitCommitterResponse {
  'committer'?: (_linescope_developers_teams_v1_Committer | null);
}

export interface SplitCommitterResponse__Output {
  'committer': (_linescope_developers_teams_v1_Committer__Output | null);
}
