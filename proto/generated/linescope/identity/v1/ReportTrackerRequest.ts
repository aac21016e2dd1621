// Original file: linescope/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface ReportTrackerRequest {
  'entityId'?: (number | string | Long);
  'version'?: (number | string | Long);
  'readAt'?: (string);
  'errorEm'?: (string);
  'errorDetail'?: (string);
}

export interface ReportTrackerRequest__Output {
  'entityId': (number);
  'version': (number);
  'readAt': (string);
  'errorEm': (string);
  'errorDetail': (string);
}
