// Original file: linescope/developers_teams/v1/developers_teams.proto

import type { Long } from '@grpc/proto-loader';

export interface ChangedStatus {
  'committerId'?: (number | string | Long);
  'processingStatusEm'?: (string);
  'hasSeat'?: (boolean);
  'version'?: (number | string | Long);
}

export interface ChangedStatus__Output {
  'committerId': (number);
  'processingStatusEm': (string);
  'hasSeat': (boolean);
  'version': (number);
}
