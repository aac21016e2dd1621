// Original file: linescope/identity/v1/identity.proto

import type { AwaitedImport as _linescope_identity_v1_AwaitedImport, AwaitedImport__Output as _linescope_identity_v1_AwaitedImport__Output } from '../../../linescope/identity/v1/AwaitedImport.ts';

export interface FindAwaitedImportResponse {
  'awaitedImport'?: (_linescope_identity_v1_AwaitedImport | null);
}

export interface FindAwaitedImportResponse__Output {
  'awaitedImport': (_linescope_identity_v1_AwaitedImport__Output | null);
}
