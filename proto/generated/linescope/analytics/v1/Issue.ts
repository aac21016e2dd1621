// Original file: linescope/analytics/v1/analytics.proto


export interface Issue {
  'key'?: (string);
  'title'?: (string);
  'type'?: (string);
  'projectName'?: (string);
  'url'?: (string);
  'createdAt'?: (string);
  'resolvedAt'?: (string);
}

export interface Issue__Output {
  'key': (string);
  'title': (string);
  'type': (string);
  'projectName': (string);
  'url': (string);
  'createdAt': (string);
  'resolvedAt': (string);
}
