// Original file: linescope/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface ReportLlmTokenRequest {
  'llmTokenId'?: (number | string | Long);
  'usedAt'?: (string);
  'exceededQuotaAt'?: (string);
  'globalErrorEm'?: (string);
}

export interface ReportLlmTokenRequest__Output {
  'llmTokenId': (number);
  'usedAt': (string);
  'exceededQuotaAt': (string);
  'globalErrorEm': (string);
}
