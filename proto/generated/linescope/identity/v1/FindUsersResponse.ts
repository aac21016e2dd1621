// Original file: linescope/identity/v1/identity.proto

import type { User as _linescope_identity_v1_User, User__Output as _linescope_identity_v1_User__Output } from '../../../linescope/identity/v1/User.ts';

export interface FindUsersResponse {
  'users'?: (_linescope_identity_v1_User)[];
}

export interface FindUsersResponse__Output {
  'users': (_linescope_identity_v1_User__Output)[];
}
