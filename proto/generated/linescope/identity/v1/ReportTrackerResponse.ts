// Original file: linescope/identity/v1/identity.proto


export interface ReportTrackerResponse {
}

export interface ReportTrackerResponse__Output {
}
