// Original file: linescope/identity/v1/identity.proto


export interface IntrospectRequest {
  'token'?: (string);
}

export interface IntrospectRequest__Output {
  'token': (string);
}
