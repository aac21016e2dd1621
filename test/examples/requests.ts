import { claudeCodeLines } from '../support/claude-code-lines.ts';
import { CODEX_LOGS } from './codex-logs.ts';

/**
 * A request for each operation of the API document, in an order in which they work on a fresh demo; where an operation is asked
 * twice, the last is its example. `$name` stands for what an earlier answer gave (`keep`).
 */
export interface ExampleRequest {
  operation: string;
  /** Below `/api/v1`, or below the root for operations outside of it. */
  path: string;
  body?: Record<string, unknown>;
  /** The name of the token of who asks: an admin of the demo unless said otherwise; null: a browser, with its cookies. */
  as?: string | null;
  /** Whether the document shows what was sent. */
  isShown?: boolean;
  /** Names for values of the answer, by their path in it. */
  keep?: Record<string, string>;
  /** How the link begins that is mailed then: what follows is `$mailed`. */
  mailed?: string;
}

const RANGE = 'days_ago=28';
const REPO = 'resource_path=$repo';
const CODE_HOST = { git_provider_em: 'hostC', git_provider_token: '$codeHostToken', custom_endpoint_url: '$codeHost' };

export const REQUESTS: ExampleRequest[] = [
  { operation: 'checkToken', path: '/api_tokens' },
  { operation: 'listResources', path: '/resources' },
  { operation: 'describeSegments', path: '/segment_introspections?segment_em=pr_cycle' },
  {
    operation: 'runReport',
    path: `/reports?resource_path=demo&segment_by=pr_cycle&aggregate_by=team&${RANGE}&generate_summary_stats=true`,
  },
  { operation: 'listReportRecords', path: `/report_records?resource_path=demo&segment_by=prs_opened&${RANGE}` },
  {
    operation: 'listAudits',
    path: `/audits?${REPO}&resource_type=commits&days_ago=90`,
    keep: { sha: 'commits.0.sha', committer: 'commits.0.contributor.user_name' },
  },
  { operation: 'listFiles', path: `/code_introspections/files?${REPO}`, keep: { file: 'files.0.path' } },
  {
    operation: 'showCommit',
    path: `/code_introspections/commit?${REPO}&sha=$sha`,
    keep: { file: 'files.0.code_file_path_after' },
  },
  { operation: 'listFileVersions', path: `/code_introspections/versions?${REPO}&file_path=$file` },
  { operation: 'blameFile', path: `/code_introspections/blame?${REPO}&file_path=$file&to_line=2` },
  { operation: 'listDefectOrigins', path: `/defect_origins?${REPO}&days_ago=365` },
  { operation: 'readOwnership', path: `/code_introspections/ownership?${REPO}` },
  { operation: 'readSurvival', path: `/code_introspections/survival?${REPO}&group_by=ai` },
  {
    operation: 'showLineHistory',
    path: `/code_introspections/line_history?${REPO}&file_path=$file&sha=$sha&line_number_after=1&max_hops=1`,
  },
  {
    operation: 'recordRelease',
    path: '/releases',
    body: { resource_path: '$repo', name: 'v9.0.0', release_sha: '$sha', issue_keys_resolved: ['PROJ-1234'] },
    keep: { release: 'release.id' },
  },
  { operation: 'listReleases', path: '/releases?resource_path=demo&days_ago=90' },
  {
    operation: 'recordDefect',
    path: '/critical_defects',
    body: { resource_path: '$repo', defect_key: 'CHECKOUT-500', detected_now: true, severity: 1 },
  },
  { operation: 'listDefects', path: '/critical_defects?resource_path=demo&days_ago=90' },
  { operation: 'removeDefect', path: '/critical_defects?defect_key=CHECKOUT-500' },
  { operation: 'removeRelease', path: '/releases/$release' },
  {
    operation: 'recordAiUsage',
    path: '/ai_usages',
    body: {
      resource_path: 'demo',
      date: '$today',
      committer_identifier: '$committer',
      llm_model_name: 'in-house',
      prompted_suggest_count: 12,
      prompted_accept_count: 9,
      lines_added: 140,
      cents_cost: 35,
    },
  },
  { operation: 'listUsageSources', path: '/ai_usages/sources' },
  {
    operation: 'listDevelopers',
    path: '/developers?resource_path=demo',
    keep: {
      person: 'committers.0.committer_user_name',
      personEmail: 'committers.0.provider_email',
      other: 'committers.1.committer_user_name',
    },
  },
  {
    operation: 'joinIdentities',
    path: '/identities/join',
    body: { primary_identifier: '$person', identifiers: ['$other'] },
  },
  { operation: 'splitIdentity', path: '/identities/split', body: { identifier: '$other' } },
  { operation: 'listIdentities', path: '/identities?per_page=2' },
  {
    operation: 'setProcessing',
    path: '/developers/set_processing',
    body: { committer_user_name: ['$committer'], processing_status: 'processing_stats' },
  },
  {
    operation: 'recordTimeOff',
    path: '/developers/record_time_off',
    body: {
      resource_path: 'demo',
      committer_user_name: '$committer',
      start_date: '2027-07-05',
      end_date: '2027-07-16',
    },
  },
  {
    operation: 'removeTimeOff',
    path: '/developers/remove_time_off',
    body: {
      resource_path: 'demo',
      committer_user_name: '$committer',
      start_date: '2027-07-05',
      end_date: '2027-07-16',
    },
  },
  {
    operation: 'createTeam',
    path: '/teams',
    body: { name: 'Billing', developer_members: ['barbara@demo.example'], invite_developers: true },
    mailed: '/invitations/',
  },
  { operation: 'showInvitation', path: '/invitations/$mailed', as: null },
  { operation: 'acceptInvitation', path: '/invitations/$mailed', as: null },
  { operation: 'createTeam', path: '/teams', body: { name: 'Checkout', developer_members: ['$committer'] } },
  { operation: 'showTeam', path: '/teams?name=Checkout' },
  { operation: 'listTeams', path: '/teams/all' },
  { operation: 'updateTeam', path: '/teams', body: { name: 'Checkout', new_name: 'Basket' } },
  { operation: 'listTeamRepos', path: '/teams/associated_repos?name=Basket' },
  { operation: 'deleteTeam', path: '/teams?name=Basket' },
  { operation: 'addUser', path: '/users', body: { email: '$personEmail', role_em: 'member' } },
  {
    operation: 'createToken',
    path: '/tokens',
    body: { name: 'their own', email: '$personEmail' },
    keep: { developer: 'api_token' },
  },
  {
    operation: 'createSurvey',
    path: '/surveys',
    body: {
      title: 'How is it going?',
      resource_path: 'demo',
      questions: [{ kind_em: 'rating_1_5', text: 'I can focus on my work.' }],
    },
    keep: { survey: 'survey.id', question: 'survey.questions.0.question_id' },
  },
  { operation: 'listSurveys', path: '/surveys' },
  { operation: 'showSurvey', path: '/surveys/$survey' },
  {
    operation: 'answerSurvey',
    path: '/surveys/$survey/responses',
    body: { answers: [{ question_id: '$question', value: 4 }] },
    as: 'developer',
  },
  { operation: 'closeSurvey', path: '/surveys/$survey/close', body: {} },
  { operation: 'showSurveyResults', path: '/surveys/$survey/results' },
  { operation: 'queueImport', path: '/imports', body: { resource_path: 'demo', repo_path: '$repoPath' } },
  { operation: 'listImports', path: '/imports?resource_path=demo&page=1', keep: { import: 'repos.0.id' } },
  { operation: 'showSettings', path: '/settings' },
  { operation: 'changeSettings', path: '/settings', body: { time_zone: 'Europe/Berlin' } },
  {
    operation: 'setSingleSignOn',
    path: '/settings/single_sign_on',
    body: {
      issuer: '$issuer',
      client_id: 'linescope',
      client_secret: 'the-secret-of-the-client',
      allowed_domains: ['demo.example'],
    },
  },
  { operation: 'showSingleSignOn', path: '/settings/single_sign_on' },
  { operation: 'removeSingleSignOn', path: '/settings/single_sign_on' },
  {
    operation: 'showTracker',
    path: '/settings/tracker',
    keep: { tracker: 'tracker.endpoint_url', trackerEmail: 'tracker.email' },
  },
  {
    operation: 'setTracker',
    path: '/settings/tracker',
    body: { endpoint_url: '$tracker', email: '$trackerEmail', board_ids: ['7'] },
  },
  {
    operation: 'previewDiffDelta',
    path: '/diff_delta_previews',
    body: { diff_delta_weights: { operation: { del: 2 } } },
  },
  { operation: 'listDerivations', path: '/derivations' },
  {
    operation: 'addUser',
    path: '/users',
    body: { email: 'grace@demo.example', role_em: 'manager', full_name: 'Grace Hopper' },
    keep: { user: 'user.id' },
  },
  { operation: 'listUsers', path: '/users' },
  { operation: 'changeUserRole', path: '/users/$user', body: { role_em: 'member' } },
  {
    operation: 'createToken',
    path: '/tokens',
    body: { name: 'release pipeline', email: 'grace@demo.example', scopes: ['record'] },
    keep: { token: 'token.id' },
  },
  { operation: 'listTokens', path: '/tokens' },
  { operation: 'changeToken', path: '/tokens/$token', body: { rate_limit_per_minute: 60 } },
  { operation: 'revokeToken', path: '/tokens/$token' },
  { operation: 'createSignInLink', path: '/users/$user/sign_in_link', body: {} },
  {
    operation: 'requestSignInLink',
    path: '/auth/email_link',
    body: { email: 'grace@demo.example' },
    as: null,
    mailed: '/auth/link/',
  },
  { operation: 'openSignInLink', path: '/auth/link/$mailed', as: null },
  { operation: 'signInWithToken', path: '/auth/token', body: { token: '$admin' }, as: null },
  { operation: 'showSession', path: '/auth/session', as: null },
  { operation: 'signOut', path: '/auth/sign_out', body: {}, as: null },
  { operation: 'removeUser', path: '/users/$user' },
  {
    operation: 'addLlmToken',
    path: '/api_tokens/llm_tokens',
    body: { ai_usage_provider_em: 'vendorB_editor', token: 'key_0000000000000000' },
  },
  { operation: 'listLlmTokens', path: '/api_tokens/llm_tokens?resource_path=demo', keep: { llmToken: '0.id' } },
  { operation: 'removeLlmToken', path: '/api_tokens/llm_tokens/$llmToken' },
  {
    operation: 'receiveMetrics',
    path: '/otlp/v1/metrics',
    body: claudeCodeLines({ email: 'grace@demo.example', lines: 140, from: '$minuteAgo', to: '$now' }),
  },
  { operation: 'receiveLogs', path: '/otlp/v1/logs', body: CODEX_LOGS },
  { operation: 'listConnections', path: '/connections', keep: { connection: 'connections.0.id' } },
  { operation: 'testConnection', path: '/connections/$connection/test', body: {} },
  { operation: 'showConnectionWebhook', path: '/connections/$connection/webhook', body: {} },
  {
    operation: 'provisionUser',
    path: '/api_tokens/provision_user',
    body: { ...CODE_HOST, email: 'ada@acme.example', entity_slug: 'acme' },
    as: 'super_admin',
    keep: { newcomer: 'api_token', newConnection: 'connection_id' },
    mailed: '/import_offers/',
  },
  { operation: 'showImportOffer', path: '/import_offers/$mailed', as: null },
  { operation: 'acceptImportOffer', path: '/import_offers/$mailed', as: null },
  { operation: 'removeConnection', path: '/connections/$newConnection', as: 'newcomer' },
  { operation: 'offboardEntity', path: '/admin/offboard', body: { entity_slug: 'acme' }, as: 'super_admin' },
  {
    operation: 'provisionUser',
    path: '/api_tokens/provision_user',
    body: { ...CODE_HOST, email: 'ada@demo.example', entity_slug: 'demo' },
    isShown: false,
  },
  { operation: 'listAuditTrail', path: '/audit_trail' },
  { operation: 'removeTracker', path: '/settings/tracker' },
  { operation: 'removeImport', path: '/imports/$import' },
  { operation: 'listRepoRemovals', path: '/repo_removals' },
  { operation: 'showHealth', path: '/healthz', as: null },
  { operation: 'showReadiness', path: '/readyz', as: null },
];
