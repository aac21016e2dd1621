// Original file: linescope/identity/v1/identity.proto

import type { User as _linescope_identity_v1_User, User__Output as _linescope_identity_v1_User__Output } from '../../../linescope/identity/v1/User.ts';

export interface EnsureUserResponse {
  'user'?: (_linescope_identity_v1_User | null);
}

export interface EnsureUserResponse__Output {
  'user': (_linescope_identity_v1_User__Output | null);
}
