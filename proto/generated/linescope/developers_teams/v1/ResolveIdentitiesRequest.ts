// Original file: linescope/developers_teams/v1/developers_teams.proto

import type { Identity as _linescope_developers_teams_v1_Identity, Identity__Output as _linescope_developers_teams_v1_Identity__Output } from '../../../linescope/developers_teams/v1/Identity.ts';
import type { Long } from '@grpc/proto-loader';

export interface ResolveIdentitiesRequest {
  'entityId'?: (number | string | Long);
  'identities'?: (_linescope_developers_teams_v1_Identity)[];
  'repoId'?: (number | string | Long);
}

export interface ResolveIdentitiesRequest__Output {
  'entityId': (number);
  'identities': (_linescope_developers_teams_v1_Identity__Output)[];
  'repoId': (number);
}
