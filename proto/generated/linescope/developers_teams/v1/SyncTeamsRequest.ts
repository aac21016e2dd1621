// Original file: linescope/developers_teams/v1/developers_teams.proto

import type { ExternalTeam as _linescope_developers_teams_v1_ExternalTeam, ExternalTeam__Output as _linescope_developers_teams_v1_ExternalTeam__Output } from '../../../linescope/developers_teams/v1/ExternalTeam.ts';
import type { Long } from '@grpc/proto-loader';

export interface SyncTeamsRequest {
  'entityId'?: (number | string | Long);
  'externalSourceEm'?: (string);
  'teams'?: (_linescope_developers_teams_v1_ExternalTeam)[];
  'unreadExternalIds'?: (string)[];
  'othersUnread'?: (boolean);
}

export interface SyncTeamsRequest__Output {
  'entityId': (number);
  'externalSourceEm': (string);
  'teams': (_linescope_developers_teams_v1_ExternalTeam__Output)[];
  'unreadExternalIds': (string)[];
  'othersUnread': (boolean);
}
