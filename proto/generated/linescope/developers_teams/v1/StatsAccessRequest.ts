// Original file: linescope/developers_teams/v1/developers_teams.proto

import type { Long } from '@grpc/proto-loader';

export interface StatsAccessRequest {
  'entityId'?: (number | string | Long);
  'userId'?: (number | string | Long);
  'role'?: (string);
}

export interface StatsAccessRequest__Output {
  'entityId': (number);
  'userId': (number);
  'role': (string);
}
