// Original file: linescope/identity/v1/identity.proto


export interface ClaimIdempotencyKeyResponse {
  'claimed'?: (boolean);
}

export interface ClaimIdempotencyKeyResponse__Output {
  'claimed': (boolean);
}
