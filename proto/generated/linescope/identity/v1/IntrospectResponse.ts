// Original file: linescope/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface IntrospectResponse {
  'active'?: (boolean);
  'tokenId'?: (number | string | Long);
  'entityId'?: (number | string | Long);
  'entitySlug'?: (string);
  'userId'?: (number | string | Long);
  'role'?: (string);
  'rateLimitPerMinute'?: (number);
  'expiresAtMs'?: (number | string | Long);
  'scopes'?: (string)[];
  'allowedOrigins'?: (string)[];
}

export interface IntrospectResponse__Output {
  'active': (boolean);
  'tokenId': (number);
  'entityId': (number);
  'entitySlug': (string);
  'userId': (number);
  'role': (string);
  'rateLimitPerMinute': (number);
  'expiresAtMs': (number);
  'scopes': (string)[];
  'allowedOrigins': (string)[];
}
