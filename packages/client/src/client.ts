import type {
  ApiToken,
  AuditEntry,
  Blame,
  CodeFile,
  CommitLines,
  Connection,
  CriticalDefect,
  DefectWithOrigins,
  Derivation,
  DeveloperPage,
  DiffDeltaPreview,
  EntitySettings,
  Envelope,
  FileVersion,
  Identity,
  ImportedRepo,
  LineVersion,
  LlmToken,
  OriginTotals,
  Ownership,
  Page,
  RecordsPage,
  Release,
  Report,
  ResourceRepo,
  Segment,
  Survey,
  SurveyResults,
  Survival,
  Team,
  UsageSource,
  User,
  Webhook,
} from './answers.ts';
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

    checkToken: get<Envelope>('/api_tokens'),
    listLlmTokens: get<LlmToken[]>('/api_tokens/llm_tokens'),
    addLlmToken: post<Envelope & { llm_token_id: number }>('/api_tokens/llm_tokens'),
    removeLlmToken: (id: number, call?: CallOptions) =>
      send<Envelope>('DELETE', `/api_tokens/llm_tokens/${id}`, {}, call),
    listResources: get<Envelope & { repos: ResourceRepo[] }>('/resources'),

    listSegments: get<Envelope & { segments: Segment[] }>('/segment_introspections'),
    report: get<Report>('/reports'),
    reportRecords: get<RecordsPage>('/report_records'),
    audit: get<RecordsPage>('/audits'),
    lineHistory: get<Envelope & { diff_delta_version: number; line_history: LineVersion[] }>(
      '/code_introspections/line_history',
    ),
    blame: get<Blame>('/code_introspections/blame'),
    listFiles: get<Page & { sha: string; files: CodeFile[] }>('/code_introspections/files'),
    listFileVersions: get<Page & { sha: string; versions: FileVersion[] }>('/code_introspections/versions'),
    showCommit: get<CommitLines>('/code_introspections/commit'),
    ownership: get<Ownership>('/code_introspections/ownership'),
    survival: get<Survival>('/code_introspections/survival'),

    listReleases: get<Page & { releases: Release[] }>('/releases'),
    recordRelease: post<Envelope>('/releases'),
    listDefects: get<Page & { critical_defects: CriticalDefect[] }>('/critical_defects'),
    defectOrigins: get<Page & { totals: OriginTotals; defects: DefectWithOrigins[] }>('/defect_origins'),
    recordDefect: post<Envelope>('/critical_defects'),
    submitAiUsage: post<Envelope>('/ai_usages'),
    listUsageSources: get<Envelope & { sources: UsageSource[] }>('/ai_usages/sources'),

    listDevelopers: get<DeveloperPage>('/developers'),
    listIdentities: get<Page & { identities: Identity[] }>('/identities'),
    joinIdentities: post<Envelope & { identities: Identity[] }>('/identities/join'),
    splitIdentity: post<Envelope & { identities: Identity[] }>('/identities/split'),
    setProcessing: post<Envelope>('/developers/set_processing'),
    recordTimeOff: post<Envelope & { days_off_in_range_count: number }>('/developers/record_time_off'),
    removeTimeOff: post<Envelope & { days_off_in_range_count: number }>('/developers/remove_time_off'),

    listTeams: get<Page & { teams: Team[] }>('/teams/all'),
    showTeam: get<Envelope & { team: Team }>('/teams'),
    createTeam: post<Envelope & { team: Team }>('/teams'),
    updateTeam: (params: Params, call?: CallOptions) => send<Envelope & { team: Team }>('PUT', '/teams', params, call),
    deleteTeam: (params: Params, call?: CallOptions) => send<Envelope>('DELETE', '/teams', params, call),
    listTeamRepos: get<Page & { repos: { id: number; repo_path: string }[] }>('/teams/associated_repos'),

    listImports: get<Envelope & { repos: ImportedRepo[] }>('/imports'),
    queueImport: post<Envelope & { imported: boolean }>('/imports'),

    showSettings: get<Envelope & { settings: EntitySettings }>('/settings'),
    changeSettings: (settings: object, call?: CallOptions) =>
      send<Envelope & { settings: EntitySettings }>('PUT', '/settings', jsonParams(settings), call),
    previewDiffDelta: (weights: object, call?: CallOptions) =>
      send<Envelope & { preview: DiffDeltaPreview }>(
        'POST',
        '/diff_delta_previews',
        jsonParams({ diff_delta_weights: weights }),
        call,
      ),
    listDerivations: get<Envelope & { derivations: Derivation[] }>('/derivations'),
    listUsers: get<Page & { users: User[] }>('/users'),
    addUser: post<Envelope & { user: User }>('/users'),
    changeUser: (id: number, params: Params, call?: CallOptions) =>
      send<Envelope & { user: User }>('PUT', `/users/${id}`, params, call),
    removeUser: (id: number, call?: CallOptions) => send<Envelope>('DELETE', `/users/${id}`, {}, call),
    listTokens: get<Page & { tokens: ApiToken[] }>('/tokens'),
    createToken: post<Envelope & { api_token: string; token: ApiToken }>('/tokens'),
    revokeToken: (id: number, call?: CallOptions) => send<Envelope>('DELETE', `/tokens/${id}`, {}, call),
    listConnections: get<Page & { connections: Connection[] }>('/connections'),
    testConnection: (id: number, call?: CallOptions) =>
      send<Envelope & { connection: Connection }>('POST', `/connections/${id}/test`, {}, call),
    connectionWebhook: (id: number, params: Params = {}, call?: CallOptions) =>
      send<Webhook>('POST', `/connections/${id}/webhook`, params, call),
    removeConnection: (id: number, call?: CallOptions) => send<Envelope>('DELETE', `/connections/${id}`, {}, call),
    provisionUser: post<Envelope>('/api_tokens/provision_user'),
    auditTrail: get<Page & { entries: AuditEntry[] }>('/audit_trail'),

    listSurveys: get<Page & { surveys: Survey[] }>('/surveys'),
    showSurvey: (id: number, call?: CallOptions) =>
      send<Envelope & { survey: Survey }>('GET', `/surveys/${id}`, {}, call),
    createSurvey: (survey: object, call?: CallOptions) =>
      send<Envelope & { survey: Survey }>('POST', '/surveys', jsonParams(survey), call),
    answerSurvey: (id: number, answers: { question_id: number; value: unknown }[], call?: CallOptions) =>
      send<Envelope>('POST', `/surveys/${id}/responses`, jsonParams({ answers }), call),
    closeSurvey: (id: number, call?: CallOptions) => send<Envelope>('POST', `/surveys/${id}/close`, {}, call),
    surveyResults: (id: number, call?: CallOptions) => send<SurveyResults>('GET', `/surveys/${id}/results`, {}, call),
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
