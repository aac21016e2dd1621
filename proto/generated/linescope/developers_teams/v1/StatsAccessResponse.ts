// Original file: linescope/developers_teams/v1/developers_teams.proto

import type { Long } from '@grpc/proto-loader';

export interface StatsAccessResponse {
  'all'?: (boolean);
  'committerIds'?: (number | string | Long)[];
  'managedTeamIds'?: (number | string | Long)[];
  'ownCommitterId'?: (number | string | Long);
}

export interface StatsAccessResponse__Output {
  'all': (boolean);
  'committerIds': (number)[];
  'managedTeamIds': (number)[];
  'ownCommitterId': (number);
}
