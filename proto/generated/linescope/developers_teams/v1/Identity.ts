// Original file: linescope/developers_teams/v1/developers_teams.proto


export interface Identity {
  'name'?: (string);
  'email'?: (string);
  'gitProviderEm'?: (string);
  'gitProviderId'?: (string);
  'userName'?: (string);
  'avatarUrl'?: (string);
  'lastAuthoredAt'?: (string);
  'lastCommittedAt'?: (string);
  'bot'?: (boolean);
  'canonicalName'?: (string);
  'canonicalEmail'?: (string);
}

export interface Identity__Output {
  'name': (string);
  'email': (string);
  'gitProviderEm': (string);
  'gitProviderId': (string);
  'userName': (string);
  'avatarUrl': (string);
  'lastAuthoredAt': (string);
  'lastCommittedAt': (string);
  'bot': (boolean);
  'canonicalName': (string);
  'canonicalEmail': (string);
}
