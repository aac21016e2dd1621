// Original file: linescope/identity/v1/identity.proto

import type { Repo as _linescope_identity_v1_Repo, Repo__Output as _linescope_identity_v1_Repo__Output } from '../../../linescope/identity/v1/Repo.ts';

export interface ListReposResponse {
  'repos'?: (_linescope_identity_v1_Repo)[];
}

export interface ListReposResponse__Output {
  'repos': (_linescope_identity_v1_Repo__Output)[];
}
