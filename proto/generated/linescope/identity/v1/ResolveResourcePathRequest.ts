// Original file: linescope/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface ResolveResourcePathRequest {
  'resourcePath'?: (string);
  'callerEntityId'?: (number | string | Long);
  'callerIsSuperAdmin'?: (boolean);
}

export interface ResolveResourcePathRequest__Output {
  'resourcePath': (string);
  'callerEntityId': (number);
  'callerIsSuperAdmin': (boolean);
}
