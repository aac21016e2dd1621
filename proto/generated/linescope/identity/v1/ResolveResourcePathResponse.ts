// Original file: linescope/identity/v1/identity.proto

import type { Resource as _linescope_identity_v1_Resource, Resource__Output as _linescope_identity_v1_Resource__Output } from '../../../linescope/identity/v1/Resource.ts';
import type { Repo as _linescope_identity_v1_Repo, Repo__Output as _linescope_identity_v1_Repo__Output } from '../../../linescope/identity/v1/Repo.ts';
import type { AwaitedImport as _linescope_identity_v1_AwaitedImport, AwaitedImport__Output as _linescope_identity_v1_AwaitedImport__Output } from '../../../linescope/identity/v1/AwaitedImport.ts';
import type { Long } from '@grpc/proto-loader';

export interface ResolveResourcePathResponse {
  'found'?: (boolean);
  'entityId'?: (number | string | Long);
  'entitySlug'?: (string);
  'resources'?: (_linescope_identity_v1_Resource)[];
  'repos'?: (_linescope_identity_v1_Repo)[];
  'awaitedImport'?: (_linescope_identity_v1_AwaitedImport | null);
}

export interface ResolveResourcePathResponse__Output {
  'found': (boolean);
  'entityId': (number);
  'entitySlug': (string);
  'resources': (_linescope_identity_v1_Resource__Output)[];
  'repos': (_linescope_identity_v1_Repo__Output)[];
  'awaitedImport': (_linescope_identity_v1_AwaitedImport__Output | null);
}
