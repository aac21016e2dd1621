// Original file: linescope/identity/v1/identity.proto

import type { Quota as _linescope_identity_v1_Quota, Quota__Output as _linescope_identity_v1_Quota__Output } from '../../../linescope/identity/v1/Quota.ts';
import type { Long } from '@grpc/proto-loader';

export interface SwapQuotaRequest {
  'quota'?: (_linescope_identity_v1_Quota | null);
  'entityId'?: (number | string | Long);
}

export interface SwapQuotaRequest__Output {
  'quota': (_linescope_identity_v1_Quota__Output | null);
  'entityId': (number);
}
