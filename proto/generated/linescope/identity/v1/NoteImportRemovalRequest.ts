// Original file: linescope/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface NoteImportRemovalRequest {
  'entityId'?: (number | string | Long);
  'repoPath'?: (string);
  'actor'?: (string);
}

export interface NoteImportRemovalRequest__Output {
  'entityId': (number);
  'repoPath': (string);
  'actor': (string);
}
