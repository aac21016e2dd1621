/** The answers of the API by the names that callers know them by. Their types are made from the API document (`generated/`). */
import type {
  BlamedLine,
  BlameFileAnswer,
  CheckTokenAnswer,
  CommitLine,
  DescribeSegmentsAnswer,
  Developer,
  ListAuditsAnswer,
  ListAuditTrailAnswer,
  ListConnectionsAnswer,
  ListIdentitiesAnswer,
  ListLlmTokensAnswer,
  ListReportRecordsAnswer,
  ListTokensAnswer,
  ListUsersAnswer,
  ReadOwnershipAnswer,
  ReadSurvivalAnswer,
  RunReportAnswer,
  Settings,
  ShowCommitAnswer,
  ShowConnectionWebhookAnswer,
  ShowSurveyResultsAnswer,
  Survey,
} from './generated/schemas.ts';

export type {
  AiUsageSource as UsageSource,
  AuditedCommit as CommitRecord,
  AuditedIssue as IssueRecord,
  AuditedPullRequest as PullRequestRecord,
  BlamedLine,
  CodeCommit,
  CodeFile,
  CommitLine,
  CriticalDefect,
  DefectOrigin,
  DefectWithOrigins,
  Derivation,
  Developer,
  DiffDeltaPreview,
  DiffDeltaWeights,
  FileVersion,
  Import as ImportedRepo,
  LineHistoryEntry as LineVersion,
  LineOwner,
  LogRankTest,
  OriginPart,
  OwnedFile,
  Release,
  RepoRemoval,
  ResourceRepo,
  SegmentEm,
  SingleSignOn,
  SummaryStats,
  Survey,
  SurvivalComparison,
  SurvivalDifference,
  SurvivalGroup,
  Team,
  Tracker,
} from './generated/schemas.ts';

/** What every answer says of itself. */
export type Envelope = Record<keyof CheckTokenAnswer & ('action_em' | 'response_em' | 'response_detail'), string>;

export interface Page extends Envelope {
  page: number;
  page_count: number;
  per_page: number;
  total_count: number;
  next_cursor: string | null;
}

export type Segment = NonNullable<DescribeSegmentsAnswer['segments']>[number];
export type Report = RunReportAnswer;
export type ReportPoint = RunReportAnswer['series_segments'][string][number];
export type IntervalEm = RunReportAnswer['interval_em'];
export type AggregateBy = RunReportAnswer['aggregated_by'];

/** A page of records; its array is under the name of their type. */
export type RecordsPage = ListAuditsAnswer | ListReportRecordsAnswer;

export type Blame = BlameFileAnswer;
export type CommitLines = ShowCommitAnswer;
/** What is known of who wrote a line. */
export type LineEvidence = Pick<
  CommitLine & NonNullable<BlamedLine['entry']>,
  'authored_by_llm' | 'evidence_tier_em' | 'evidence_inherited' | 'ai_tool' | 'ai_model'
>;
export type Ownership = ReadOwnershipAnswer;
export type Survival = ReadSurvivalAnswer;
export type SurvivalPoint = ReadSurvivalAnswer['groups'][number]['points'][number];

export type SurveyResults = ShowSurveyResultsAnswer;
export type SurveyQuestion = Survey['questions'][number];
export type QuestionKind = SurveyQuestion['kind_em'];
export type SurveyShown = ShowSurveyResultsAnswer['results'][number]['overall'];

export type ProcessingStatusEm = Developer['processing_status_em'];
export type User = ListUsersAnswer['users'][number];
export type RoleEm = User['role_em'];
export type ApiToken = ListTokensAnswer['tokens'][number];
export type Connection = ListConnectionsAnswer['connections'][number];
export type Webhook = ShowConnectionWebhookAnswer;
export type LlmToken = ListLlmTokensAnswer[number];
export type AuditEntry = ListAuditTrailAnswer['entries'][number];
export type Identity = ListIdentitiesAnswer['identities'][number];
export type EntitySettings = Settings;
