// Original file: linescope/identity/v1/identity.proto


export interface UnreadTrackerPart {
  'part'?: (string);
  'id'?: (string);
  'errorEm'?: (string);
  'errorDetail'?: (string);
}

export interface UnreadTrackerPart__Output {
  'part': (string);
  'id': (string);
  'errorEm': (string);
  'errorDetail': (string);
}
