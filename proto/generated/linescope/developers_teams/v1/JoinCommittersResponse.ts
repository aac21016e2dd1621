// Original file: linescope/developers_teams/v1/developers_teams.proto

import type { Committer as _linescope_developers_teams_v1_Committer, Committer__Output as _linescope_developers_teams_v1_Committer__Output } from '../../../linescope/developers_teams/v1/Committer.ts';

export interface JoinCommittersResponse {
  'committers'?: (_linescope_developers_teams_v1_Committer)[];
}

export interface JoinCommittersResponse__Output {
  'committers': (_linescope_developers_teams_v1_Committer__Output)[];
}
