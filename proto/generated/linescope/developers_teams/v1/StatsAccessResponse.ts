// Original file: linescope/developers_teams/v1/developers_teams.proto

import type { ChangedStatus as _linescope_developers_teams_v1_ChangedStatus, ChangedStatus__Output as _linescope_developers_teams_v1_ChangedStatus__Output } from '../../../linescope/developers_teams/v1/ChangedStatus.ts';
import type { Long } from '@grpc/proto-loader';

export interface StatsAccessResponse {
  'all'?: (boolean);
  'committerIds'?: (number | string | Long)[];
  'managedTeamIds'?: (number | string | Long)[];
  'ownCommitterId'?: (number | string | Long);
  'changedStatuses'?: (_linescope_developers_teams_v1_ChangedStatus)[];
}

export interface StatsAccessResponse__Output {
  'all': (boolean);
  'committerIds': (number)[];
  'managedTeamIds': (number)[];
  'ownCommitterId': (number);
  'changedStatuses': (_linescope_developers_teams_v1_ChangedStatus__Output)[];
}
