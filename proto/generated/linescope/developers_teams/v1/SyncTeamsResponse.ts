// Original file: linescope/developers_teams/v1/developers_teams.proto


export interface SyncTeamsResponse {
  'teamCount'?: (number);
  'unknownIdentifiers'?: (string)[];
}

export interface SyncTeamsResponse__Output {
  'teamCount': (number);
  'unknownIdentifiers': (string)[];
}
