// Original file: linescope/identity/v1/identity.proto


export interface ReportLlmTokenResponse {
}

export interface ReportLlmTokenResponse__Output {
}
