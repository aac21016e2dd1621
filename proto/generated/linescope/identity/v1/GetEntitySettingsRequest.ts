// Original file: linescope/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface GetEntitySettingsRequest {
  'entityId'?: (number | string | Long);
}

export interface GetEntitySettingsRequest__Output {
  'entityId': (number);
}
