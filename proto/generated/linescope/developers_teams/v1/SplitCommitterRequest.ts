// Original file: linescope/developers_teams/v1/developers_teams.proto

import type { Long } from '@grpc/proto-loader';

export interface SplitCommitterRequest {
  'entityId'?: (number | string | Long);
  'identifier'?: (string);
}

export interface SplitCommitterRequest__Output {
  'entityId': (number);
  'identifier': (string);
}
