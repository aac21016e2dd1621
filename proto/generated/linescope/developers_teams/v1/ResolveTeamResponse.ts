// Original file: linescope/developers_teams/v1/developers_teams.proto

import type { Long } from '@grpc/proto-loader';

export interface ResolveTeamResponse {
  'found'?: (boolean);
  'teamId'?: (number | string | Long);
  'name'?: (string);
  'slug'?: (string);
  'committerIds'?: (number | string | Long)[];
  'repoPaths'?: (string)[];
  'allContributors'?: (boolean);
  'workedRepoPaths'?: (string)[];
  'knowsWorkedRepos'?: (boolean);
}

export interface ResolveTeamResponse__Output {
  'found': (boolean);
  'teamId': (number);
  'name': (string);
  'slug': (string);
  'committerIds': (number)[];
  'repoPaths': (string)[];
  'allContributors': (boolean);
  'workedRepoPaths': (string)[];
  'knowsWorkedRepos': (boolean);
}
