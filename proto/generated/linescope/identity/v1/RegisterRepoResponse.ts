// Original file: linescope/identity/v1/identity.proto

import type { Repo as _linescope_identity_v1_Repo, Repo__Output as _linescope_identity_v1_Repo__Output } from '../../../linescope/identity/v1/Repo.ts';

export interface RegisterRepoResponse {
  'repo'?: (_linescope_identity_v1_Repo | null);
}

export interface RegisterRepoResponse__Output {
  'repo': (_linescope_identity_v1_Repo__Output | null);
}
