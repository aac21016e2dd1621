// Original file: linescope/identity/v1/identity.proto

import type { Quota as _linescope_identity_v1_Quota, Quota__Output as _linescope_identity_v1_Quota__Output } from '../../../linescope/identity/v1/Quota.ts';

export interface SwapQuotaResponse {
  'swapped'?: (boolean);
  'quota'?: (_linescope_identity_v1_Quota | null);
}

export interface SwapQuotaResponse__Output {
  'swapped': (boolean);
  'quota': (_linescope_identity_v1_Quota__Output | null);
}
