// Original file: linescope/identity/v1/identity.proto


export interface IsOriginNamedResponse {
  'named'?: (boolean);
}

export interface IsOriginNamedResponse__Output {
  'named': (boolean);
}
