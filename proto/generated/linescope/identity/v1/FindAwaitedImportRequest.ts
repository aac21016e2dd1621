// Original file: linescope/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface FindAwaitedImportRequest {
  'entityId'?: (number | string | Long);
  'repoId'?: (number | string | Long);
}

export interface FindAwaitedImportRequest__Output {
  'entityId': (number);
  'repoId': (number);
}
