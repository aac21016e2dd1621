// Original file: linescope/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface Connection {
  'id'?: (number | string | Long);
  'userId'?: (number | string | Long);
  'gitProviderEm'?: (string);
  'token'?: (string);
  'endpointUrl'?: (string);
  'devopsOrganizationName'?: (string);
  'devopsTenantId'?: (string);
  'userName'?: (string);
  'expiresAt'?: (string);
  'webhookSecret'?: (string);
  'entityId'?: (number | string | Long);
  'email'?: (string);
}

export interface Connection__Output {
  'id': (number);
  'userId': (number);
  'gitProviderEm': (string);
  'token': (string);
  'endpointUrl': (string);
  'devopsOrganizationName': (string);
  'devopsTenantId': (string);
  'userName': (string);
  'expiresAt': (string);
  'webhookSecret': (string);
  'entityId': (number);
  'email': (string);
}
