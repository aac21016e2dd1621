// Original file: linescope/developers_teams/v1/developers_teams.proto

import type { Long } from '@grpc/proto-loader';

export interface FindCommittersRequest {
  'entityId'?: (number | string | Long);
  'identifiers'?: (string)[];
  'committerIds'?: (number | string | Long)[];
}

export interface FindCommittersRequest__Output {
  'entityId': (number);
  'identifiers': (string)[];
  'committerIds': (number)[];
}
