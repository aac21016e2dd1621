// Original file: linescope/developers_teams/v1/developers_teams.proto

import type { Long } from '@grpc/proto-loader';

export interface ResolveIdentitiesResponse {
  'identityIds'?: (number | string | Long)[];
  'committerIds'?: (number | string | Long)[];
}

export interface ResolveIdentitiesResponse__Output {
  'identityIds': (number)[];
  'committerIds': (number)[];
}
