// Original file: linescope/developers_teams/v1/developers_teams.proto

import type { Long } from '@grpc/proto-loader';

export interface JoinCommittersRequest {
  'entityId'?: (number | string | Long);
  'primaryIdentifier'?: (string);
  'identifiers'?: (string)[];
}

export interface JoinCommittersRequest__Output {
  'entityId': (number);
  'primaryIdentifier': (string);
  'identifiers': (string)[];
}
