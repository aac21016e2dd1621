// Original file: linescope/identity/v1/identity.proto

import type { Quota as _linescope_identity_v1_Quota, Quota__Output as _linescope_identity_v1_Quota__Output } from '../../../linescope/identity/v1/Quota.ts';

export interface ReadQuotasResponse {
  'quotas'?: (_linescope_identity_v1_Quota)[];
}

export interface ReadQuotasResponse__Output {
  'quotas': (_linescope_identity_v1_Quota__Output)[];
}
