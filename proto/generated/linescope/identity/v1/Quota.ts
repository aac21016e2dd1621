// Original file: linescope/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface Quota {
  'key'?: (string);
  'stateJson'?: (string);
  'version'?: (number | string | Long);
}

export interface Quota__Output {
  'key': (string);
  'stateJson': (string);
  'version': (number);
}
