// Original file: linescope/identity/v1/identity.proto

import type { LlmToken as _linescope_identity_v1_LlmToken, LlmToken__Output as _linescope_identity_v1_LlmToken__Output } from '../../../linescope/identity/v1/LlmToken.ts';

export interface LendLlmTokensResponse {
  'tokens'?: (_linescope_identity_v1_LlmToken)[];
}

export interface LendLlmTokensResponse__Output {
  'tokens': (_linescope_identity_v1_LlmToken__Output)[];
}
