// Original file: linescope/identity/v1/identity.proto


export interface NoteImportRemovalResponse {
}

export interface NoteImportRemovalResponse__Output {
}
