// Original file: linescope/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface LlmToken {
  'id'?: (number | string | Long);
  'entityId'?: (number | string | Long);
  'aiUsageProviderEm'?: (string);
  'token'?: (string);
  'endpointUrl'?: (string);
  'organizationSlug'?: (string);
  'enterpriseSlug'?: (string);
  'teamSlugs'?: (string)[];
  'organizationId'?: (number | string | Long);
}

export interface LlmToken__Output {
  'id': (number);
  'entityId': (number);
  'aiUsageProviderEm': (string);
  'token': (string);
  'endpointUrl': (string);
  'organizationSlug': (string);
  'enterpriseSlug': (string);
  'teamSlugs': (string)[];
  'organizationId': (number);
}
