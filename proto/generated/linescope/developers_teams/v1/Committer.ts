// Original file: linescope/developers_teams/v1/developers_teams.proto

import type { Long } from '@grpc/proto-loader';

export interface Committer {
  'id'?: (number | string | Long);
  'primaryId'?: (number | string | Long);
  'userName'?: (string);
  'fullName'?: (string);
  'email'?: (string);
  'gitProviderId'?: (string);
  'processingStatusEm'?: (string);
  'userId'?: (number | string | Long);
  'avatarUrl'?: (string);
  'bot'?: (boolean);
  'lastCommitAuthoredAt'?: (string);
  'lastCommitCommittedAt'?: (string);
  'matchedIdentifiers'?: (string)[];
}

export interface Committer__Output {
  'id': (number);
  'primaryId': (number);
  'userName': (string);
  'fullName': (string);
  'email': (string);
  'gitProviderId': (string);
  'processingStatusEm': (string);
  'userId': (number);
  'avatarUrl': (string);
  'bot': (boolean);
  'lastCommitAuthoredAt': (string);
  'lastCommitCommittedAt': (string);
  'matchedIdentifiers': (string)[];
}
