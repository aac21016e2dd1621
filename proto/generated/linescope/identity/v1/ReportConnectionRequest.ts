// Original file: linescope/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface ReportConnectionRequest {
  'connectionId'?: (number | string | Long);
  'statusEm'?: (string);
  'detail'?: (string);
}

export interface ReportConnectionRequest__Output {
  'connectionId': (number);
  'statusEm': (string);
  'detail': (string);
}
