// Original file: linescope/identity/v1/identity.proto


export interface ReadQuotasRequest {
  'keys'?: (string)[];
}

export interface ReadQuotasRequest__Output {
  'keys': (string)[];
}
