// Original file: linescope/identity/v1/identity.proto


export interface GetEntitySettingsResponse {
  'found'?: (boolean);
  'entitySlug'?: (string);
  'settingsJson'?: (string);
}

export interface GetEntitySettingsResponse__Output {
  'found': (boolean);
  'entitySlug': (string);
  'settingsJson': (string);
}
