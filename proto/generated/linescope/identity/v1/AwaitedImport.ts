// Original file: linescope/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface AwaitedImport {
  'id'?: (number | string | Long);
  'status'?: (string);
  'errorDetail'?: (string);
}

export interface AwaitedImport__Output {
  'id': (number);
  'status': (string);
  'errorDetail': (string);
}
