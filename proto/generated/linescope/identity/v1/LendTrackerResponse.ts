// Original file: linescope/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface LendTrackerResponse {
  'found'?: (boolean);
  'endpointUrl'?: (string);
  'email'?: (string);
  'token'?: (string);
  'boardIds'?: (string)[];
  'version'?: (number | string | Long);
}

export interface LendTrackerResponse__Output {
  'found': (boolean);
  'endpointUrl': (string);
  'email': (string);
  'token': (string);
  'boardIds': (string)[];
  'version': (number);
}
