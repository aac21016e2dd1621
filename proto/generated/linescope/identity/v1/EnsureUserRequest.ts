// Original file: linescope/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface EnsureUserRequest {
  'entityId'?: (number | string | Long);
  'email'?: (string);
  'fullName'?: (string);
  'role'?: (string);
}

export interface EnsureUserRequest__Output {
  'entityId': (number);
  'email': (string);
  'fullName': (string);
  'role': (string);
}
