import type { Page } from './answers.ts';
import type * as Api from './generated/schemas.ts';
import type { Params } from './query.ts';
import { type CallOptions, type ClientOptions, createDownload, createSend } from './send-request.ts';

export type { Params } from './query.ts';
export type { CallOptions, ClientOptions } from './send-request.ts';
export type LinescopeClient = ReturnType<typeof createClient>;

/** One method an endpoint. Parameters are named as the API names them; what is undefined, null or empty is not sent. */
export function createClient(options: ClientOptions = {}) {
  const send = createSend(options);
  const get =
    <T>(path: string) =>
    (params: Params = {}, call?: CallOptions) =>
      send<T>('GET', path, params, call);
  const post =
    <T>(path: string) =>
    (params: Params = {}, call?: CallOptions) =>
      send<T>('POST', path, params, call);

  return {
    /** Any path of the API, such as the `url` of a point. */
    request: send,
    /** A list or report as CSV or NDJSON, to its end: `download('/audits', { … }, 'csv')`. */
    download: createDownload(options),

    checkToken: get<Api.CheckTokenAnswer>('/api_tokens'),
    listLlmTokens: get<Api.ListLlmTokensAnswer>('/api_tokens/llm_tokens'),
    addLlmToken: post<Api.AddLlmTokenAnswer>('/api_tokens/llm_tokens'),
    removeLlmToken: (id: number, call?: CallOptions) =>
      send<Api.RemoveLlmTokenAnswer>('DELETE', `/api_tokens/llm_tokens/${id}`, {}, call),
    listResources: get<Api.ListResourcesAnswer>('/resources'),

    listSegments: get<Api.DescribeSegmentsAnswer>('/segment_introspections'),
    report: get<Api.RunReportAnswer>('/reports'),
    reportRecords: get<Api.ListReportRecordsAnswer>('/report_records'),
    audit: get<Api.ListAuditsAnswer>('/audits'),
    lineHistory: get<Api.ShowLineHistoryAnswer>('/code_introspections/line_history'),
    blame: get<Api.BlameFileAnswer>('/code_introspections/blame'),
    listFiles: get<Api.ListFilesAnswer>('/code_introspections/files'),
    listFileVersions: get<Api.ListFileVersionsAnswer>('/code_introspections/versions'),
    showCommit: get<Api.ShowCommitAnswer>('/code_introspections/commit'),
    ownership: get<Api.ReadOwnershipAnswer>('/code_introspections/ownership'),
    survival: get<Api.ReadSurvivalAnswer>('/code_introspections/survival'),

    listReleases: get<Api.ListReleasesAnswer>('/releases'),
    recordRelease: post<Api.RecordReleaseAnswer>('/releases'),
    removeRelease: (id: number, call?: CallOptions) =>
      send<Api.RemoveReleaseAnswer>('DELETE', `/releases/${id}`, {}, call),
    listDefects: get<Api.ListDefectsAnswer>('/critical_defects'),
    defectOrigins: get<Api.ListDefectOriginsAnswer>('/defect_origins'),
    recordDefect: post<Api.RecordDefectAnswer>('/critical_defects'),
    removeDefect: (params: Params, call?: CallOptions) =>
      send<Api.RemoveDefectAnswer>('DELETE', '/critical_defects', params, call),
    submitAiUsage: post<Api.RecordAiUsageAnswer>('/ai_usages'),
    listUsageSources: get<Api.ListUsageSourcesAnswer>('/ai_usages/sources'),

    listDevelopers: get<Api.ListDevelopersAnswer>('/developers'),
    listIdentities: get<Api.ListIdentitiesAnswer>('/identities'),
    joinIdentities: post<Api.JoinIdentitiesAnswer>('/identities/join'),
    splitIdentity: post<Api.SplitIdentityAnswer>('/identities/split'),
    setProcessing: post<Api.SetProcessingAnswer>('/developers/set_processing'),
    recordTimeOff: post<Api.RecordTimeOffAnswer>('/developers/record_time_off'),
    removeTimeOff: post<Api.RemoveTimeOffAnswer>('/developers/remove_time_off'),

    listTeams: get<Api.ListTeamsAnswer>('/teams/all'),
    showTeam: get<Api.ShowTeamAnswer>('/teams'),
    createTeam: post<Api.CreateTeamAnswer>('/teams'),
    updateTeam: (params: Params, call?: CallOptions) => send<Api.UpdateTeamAnswer>('PUT', '/teams', params, call),
    deleteTeam: (params: Params, call?: CallOptions) => send<Api.DeleteTeamAnswer>('DELETE', '/teams', params, call),
    listTeamRepos: get<Api.ListTeamReposAnswer>('/teams/associated_repos'),

    listImports: get<Api.ListImportsAnswer>('/imports'),
    queueImport: post<Api.QueueImportAnswer>('/imports'),
    removeImport: (id: number, call?: CallOptions) =>
      send<Api.RemoveImportAnswer>('DELETE', `/imports/${id}`, {}, call),
    listRepoRemovals: get<Api.ListRepoRemovalsAnswer>('/repo_removals'),

    showSettings: get<Api.ShowSettingsAnswer>('/settings'),
    changeSettings: (settings: object, call?: CallOptions) =>
      send<Api.ChangeSettingsAnswer>('PUT', '/settings', jsonParams(settings), call),
    previewDiffDelta: (weights: object, call?: CallOptions) =>
      send<Api.PreviewDiffDeltaAnswer>(
        'POST',
        '/diff_delta_previews',
        jsonParams({ diff_delta_weights: weights }),
        call,
      ),
    listDerivations: get<Api.ListDerivationsAnswer>('/derivations'),
    listUsers: get<Api.ListUsersAnswer>('/users'),
    addUser: post<Api.AddUserAnswer>('/users'),
    changeUser: (id: number, params: Params, call?: CallOptions) =>
      send<Api.ChangeUserRoleAnswer>('PUT', `/users/${id}`, params, call),
    removeUser: (id: number, call?: CallOptions) => send<Api.RemoveUserAnswer>('DELETE', `/users/${id}`, {}, call),
    createSignInLink: (id: number, call?: CallOptions) =>
      send<Api.CreateSignInLinkAnswer>('POST', `/users/${id}/sign_in_link`, {}, call),
    listTokens: get<Api.ListTokensAnswer>('/tokens'),
    createToken: post<Api.CreateTokenAnswer>('/tokens'),
    changeToken: (id: number, params: Params = {}, call?: CallOptions) =>
      send<Api.ChangeTokenAnswer>('PUT', `/tokens/${id}`, params, call),
    revokeToken: (id: number, call?: CallOptions) => send<Api.RevokeTokenAnswer>('DELETE', `/tokens/${id}`, {}, call),
    listConnections: get<Api.ListConnectionsAnswer>('/connections'),
    testConnection: (id: number, call?: CallOptions) =>
      send<Api.TestConnectionAnswer>('POST', `/connections/${id}/test`, {}, call),
    connectionWebhook: (id: number, params: Params = {}, call?: CallOptions) =>
      send<Api.ShowConnectionWebhookAnswer>('POST', `/connections/${id}/webhook`, params, call),
    removeConnection: (id: number, call?: CallOptions) =>
      send<Api.RemoveConnectionAnswer>('DELETE', `/connections/${id}`, {}, call),
    provisionUser: post<Api.ProvisionUserAnswer>('/api_tokens/provision_user'),
    showSingleSignOn: get<Api.ShowSingleSignOnAnswer>('/settings/single_sign_on'),
    setSingleSignOn: (params: Params, call?: CallOptions) =>
      send<Api.SetSingleSignOnAnswer>('PUT', '/settings/single_sign_on', params, call),
    removeSingleSignOn: (call?: CallOptions) =>
      send<Api.RemoveSingleSignOnAnswer>('DELETE', '/settings/single_sign_on', {}, call),
    showTracker: get<Api.ShowTrackerAnswer>('/settings/tracker'),
    setTracker: (params: Params, call?: CallOptions) =>
      send<Api.SetTrackerAnswer>('PUT', '/settings/tracker', params, call),
    removeTracker: (call?: CallOptions) => send<Api.RemoveTrackerAnswer>('DELETE', '/settings/tracker', {}, call),
    auditTrail: get<Api.ListAuditTrailAnswer>('/audit_trail'),

    listSurveys: get<Api.ListSurveysAnswer>('/surveys'),
    showSurvey: (id: number, call?: CallOptions) => send<Api.ShowSurveyAnswer>('GET', `/surveys/${id}`, {}, call),
    createSurvey: (survey: object, call?: CallOptions) =>
      send<Api.CreateSurveyAnswer>('POST', '/surveys', jsonParams(survey), call),
    answerSurvey: (id: number, answers: { question_id: number; value: unknown }[], call?: CallOptions) =>
      send<Api.AnswerSurveyAnswer>('POST', `/surveys/${id}/responses`, jsonParams({ answers }), call),
    closeSurvey: (id: number, call?: CallOptions) =>
      send<Api.CloseSurveyAnswer>('POST', `/surveys/${id}/close`, {}, call),
    surveyResults: (id: number, call?: CallOptions) =>
      send<Api.ShowSurveyResultsAnswer>('GET', `/surveys/${id}/results`, {}, call),
  };
}

/** Every record of a paged list, a page at a time, by cursor where the list gives one. */
export async function* eachPage<P extends Page>(
  list: (params: Params, call?: CallOptions) => Promise<P>,
  params: Params = {},
  call?: CallOptions,
): AsyncGenerator<P> {
  for (let next: Params = { ...params, page: 1 }; ; ) {
    const answer = await list(next, call);
    yield answer;
    if (answer.next_cursor) next = { ...params, cursor: answer.next_cursor };
    else if (answer.next_cursor === undefined && answer.page < answer.page_count)
      next = { ...params, page: answer.page + 1 };
    else return;
  }
}

/** Bodies of nested lists go as they are: `send` writes them as JSON. */
const jsonParams = (body: object): Params => body as Params;
