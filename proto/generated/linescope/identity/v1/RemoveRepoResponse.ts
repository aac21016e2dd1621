// Original file: linescope/identity/v1/identity.proto


export interface RemoveRepoResponse {
  'found'?: (boolean);
}

export interface RemoveRepoResponse__Output {
  'found': (boolean);
}
