// Original file: linescope/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface Resource {
  'kind'?: (string);
  'id'?: (number | string | Long);
  'path'?: (string);
}

export interface Resource__Output {
  'kind': (string);
  'id': (number);
  'path': (string);
}
