// Original file: linescope/analytics/v1/analytics.proto


export interface CountReleasesResponse {
  'commitCounts'?: (number)[];
  'issueCounts'?: (number)[];
}

export interface CountReleasesResponse__Output {
  'commitCounts': (number)[];
  'issueCounts': (number)[];
}
