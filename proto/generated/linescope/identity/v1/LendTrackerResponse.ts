// Original file: linescope/identity/v1/identity.proto


export interface LendTrackerResponse {
  'found'?: (boolean);
  'endpointUrl'?: (string);
  'email'?: (string);
  'token'?: (string);
  'boardIds'?: (string)[];
}

export interface LendTrackerResponse__Output {
  'found': (boolean);
  'endpointUrl': (string);
  'email': (string);
  'token': (string);
  'boardIds': (string)[];
}
