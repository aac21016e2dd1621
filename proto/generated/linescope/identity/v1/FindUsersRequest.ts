// Original file: linescope/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface FindUsersRequest {
  'entityId'?: (number | string | Long);
  'identifiers'?: (string)[];
  'userIds'?: (number | string | Long)[];
}

export interface FindUsersRequest__Output {
  'entityId': (number);
  'identifiers': (string)[];
  'userIds': (number)[];
}
