// Original file: linescope/analytics/v1/analytics.proto


export interface CountIncompleteCommitsResponse {
  'commits'?: (number);
}

export interface CountIncompleteCommitsResponse__Output {
  'commits': (number);
}
