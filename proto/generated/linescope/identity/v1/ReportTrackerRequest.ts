// Original file: linescope/identity/v1/identity.proto

import type { UnreadTrackerPart as _linescope_identity_v1_UnreadTrackerPart, UnreadTrackerPart__Output as _linescope_identity_v1_UnreadTrackerPart__Output } from '../../../linescope/identity/v1/UnreadTrackerPart.ts';
import type { Long } from '@grpc/proto-loader';

export interface ReportTrackerRequest {
  'entityId'?: (number | string | Long);
  'version'?: (number | string | Long);
  'readAt'?: (string);
  'errorEm'?: (string);
  'errorDetail'?: (string);
  'unreadParts'?: (_linescope_identity_v1_UnreadTrackerPart)[];
}

export interface ReportTrackerRequest__Output {
  'entityId': (number);
  'version': (number);
  'readAt': (string);
  'errorEm': (string);
  'errorDetail': (string);
  'unreadParts': (_linescope_identity_v1_UnreadTrackerPart__Output)[];
}
