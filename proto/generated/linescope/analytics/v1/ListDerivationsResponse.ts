// Original file: linescope/analytics/v1/analytics.proto


export interface ListDerivationsResponse {
  'derivationsJson'?: (string);
}

export interface ListDerivationsResponse__Output {
  'derivationsJson': (string);
}
