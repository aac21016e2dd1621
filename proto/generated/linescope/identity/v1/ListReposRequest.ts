// Original file: linescope/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface ListReposRequest {
  'entityId'?: (number | string | Long);
  'repoPaths'?: (string)[];
}

export interface ListReposRequest__Output {
  'entityId': (number);
  'repoPaths': (string)[];
}
