// Original file: linescope/analytics/v1/analytics.proto


export interface FindMissingCommitsResponse {
  'shas'?: (string)[];
}

export interface FindMissingCommitsResponse__Output {
  'shas': (string)[];
}
