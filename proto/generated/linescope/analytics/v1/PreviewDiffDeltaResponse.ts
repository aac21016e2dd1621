// Original file: linescope/analytics/v1/analytics.proto


export interface PreviewDiffDeltaResponse {
  'previewJson'?: (string);
  'faultsJson'?: (string);
}

export interface PreviewDiffDeltaResponse__Output {
  'previewJson': (string);
  'faultsJson': (string);
}
