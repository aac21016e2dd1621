// Original file: linescope/identity/v1/identity.proto


export interface ReportConnectionResponse {
}

export interface ReportConnectionResponse__Output {
}
