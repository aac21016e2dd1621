// Original file: linescope/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface Repo {
  'id'?: (number | string | Long);
  'organizationId'?: (number | string | Long);
  'organizationSlug'?: (string);
  'slug'?: (string);
  'path'?: (string);
  'gitProviderEm'?: (string);
  'externalId'?: (string);
  'defaultBranch'?: (string);
  'htmlUrl'?: (string);
}

export interface Repo__Output {
  'id': (number);
  'organizationId': (number);
  'organizationSlug': (string);
  'slug': (string);
  'path': (string);
  'gitProviderEm': (string);
  'externalId': (string);
  'defaultBranch': (string);
  'htmlUrl': (string);
}
