// Original file: linescope/developers_teams/v1/developers_teams.proto


export interface ExternalTeam {
  'externalId'?: (string);
  'name'?: (string);
  'parentExternalId'?: (string);
  'memberIdentifiers'?: (string)[];
  'repoPaths'?: (string)[];
  'projectBoardId'?: (string);
}

export interface ExternalTeam__Output {
  'externalId': (string);
  'name': (string);
  'parentExternalId': (string);
  'memberIdentifiers': (string)[];
  'repoPaths': (string)[];
  'projectBoardId': (string);
}
