// Original file: linescope/developers_teams/v1/developers_teams.proto

import type { Long } from '@grpc/proto-loader';

export interface ResolveTeamRequest {
  'entityId'?: (number | string | Long);
  'teamSlug'?: (string);
}

export interface ResolveTeamRequest__Output {
  'entityId': (number);
  'teamSlug': (string);
}
