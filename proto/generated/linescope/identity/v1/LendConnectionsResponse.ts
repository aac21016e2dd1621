// Original file: linescope/identity/v1/identity.proto

import type { Connection as _linescope_identity_v1_Connection, Connection__Output as _linescope_identity_v1_Connection__Output } from '../../../linescope/identity/v1/Connection.ts';

export interface LendConnectionsResponse {
  'connections'?: (_linescope_identity_v1_Connection)[];
}

export interface LendConnectionsResponse__Output {
  'connections': (_linescope_identity_v1_Connection__Output)[];
}
