// Original file: linescope/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface User {
  'id'?: (number | string | Long);
  'email'?: (string);
  'userName'?: (string);
  'fullName'?: (string);
  'avatarUrl'?: (string);
  'role'?: (string);
}

export interface User__Output {
  'id': (number);
  'email': (string);
  'userName': (string);
  'fullName': (string);
  'avatarUrl': (string);
  'role': (string);
}
