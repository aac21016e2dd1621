// Original file: linescope/identity/v1/identity.proto


export interface IsOriginNamedRequest {
  'origin'?: (string);
}

export interface IsOriginNamedRequest__Output {
  'origin': (string);
}
