import { CLAUDE, CODEX, COPILOT, GEMINI_CLI } from '@linescope/contract/vendors';

/** The figures of a usage that telemetry can tell. */
export const TELEMETRY_FIGURES = [
  'lines_added',
  'lines_deleted',
  'prompted_suggest_count',
  'prompted_accept_count',
  'cents_cost',
  'input_tokens',
  'output_tokens',
] as const;
export type TelemetryFigure = (typeof TELEMETRY_FIGURES)[number];

/** A metric or log event of a tool, and the figures that its value adds to. */
export interface TelemetryRule {
  signal: 'metric' | 'event';
  name: string;
  figures: readonly TelemetryFigure[];
  /** It counts only where each of these attributes has one of the values. */
  when?: Readonly<Record<string, readonly string[]>>;
  /** The attribute with the value; without it a metric's own value counts, and an event counts 1. */
  attribute?: string;
  /** What a unit of it is in the figure's own. */
  times?: number;
}

export interface TelemetryTool {
  /** As `ai_provider_em` has it. */
  provider: string;
  /** Part of the resource's `service.name`, where the tool uses names that others use too. */
  service?: string;
  /** The attribute with the model. */
  model: string;
  /** Attributes that name the account, where there is no email; the first that is there counts. */
  accounts: readonly string[];
  rules: readonly TelemetryRule[];
}

const ADDED = { type: ['added'] };
const REMOVED = { type: ['removed'] };

/**
 * The tools' own names. To add a tool or a figure, add a line: each figure of a tool comes from one signal only, since tools report
 * the same usage as metrics and as events.
 */
export const TELEMETRY_TOOLS: readonly TelemetryTool[] = [
  {
    provider: CLAUDE,
    model: 'model',
    accounts: ['user.account_uuid', 'user.account_id', 'user.id'],
    rules: [
      { signal: 'metric', name: 'claude_code.lines_of_code.count', when: ADDED, figures: ['lines_added'] },
      { signal: 'metric', name: 'claude_code.lines_of_code.count', when: REMOVED, figures: ['lines_deleted'] },
      { signal: 'metric', name: 'claude_code.code_edit_tool.decision', figures: ['prompted_suggest_count'] },
      {
        signal: 'metric',
        name: 'claude_code.code_edit_tool.decision',
        when: { decision: ['accept'] },
        figures: ['prompted_accept_count'],
      },
      { signal: 'metric', name: 'claude_code.cost.usage', times: 100, figures: ['cents_cost'] },
      {
        signal: 'metric',
        name: 'claude_code.token.usage',
        when: { type: ['input', 'cacheRead', 'cacheCreation'] },
        figures: ['input_tokens'],
      },
      { signal: 'metric', name: 'claude_code.token.usage', when: { type: ['output'] }, figures: ['output_tokens'] },
    ],
  },
  {
    provider: GEMINI_CLI,
    model: 'model',
    accounts: ['user.id', 'installation.id'],
    rules: [
      { signal: 'metric', name: 'gemini_cli.lines.changed', when: ADDED, figures: ['lines_added'] },
      { signal: 'metric', name: 'gemini_cli.lines.changed', when: REMOVED, figures: ['lines_deleted'] },
      {
        signal: 'metric',
        name: 'gemini_cli.tool.call.count',
        when: {
          function_name: ['replace', 'write_file', 'edit'],
          decision: ['accept', 'auto_accept', 'modify', 'reject'],
        },
        figures: ['prompted_suggest_count'],
      },
      {
        signal: 'metric',
        name: 'gemini_cli.tool.call.count',
        when: { function_name: ['replace', 'write_file', 'edit'], decision: ['accept', 'auto_accept', 'modify'] },
        figures: ['prompted_accept_count'],
      },
      // Tokens of the cache and of tools are part of the input's.
      { signal: 'metric', name: 'gemini_cli.token.usage', when: { type: ['input'] }, figures: ['input_tokens'] },
      {
        signal: 'metric',
        name: 'gemini_cli.token.usage',
        when: { type: ['output', 'thought'] },
        figures: ['output_tokens'],
      },
    ],
  },
  {
    provider: COPILOT,
    service: 'copilot',
    model: 'gen_ai.request.model',
    accounts: ['github.copilot.user.login', 'user.name', 'user.id', 'enduser.id'],
    rules: [
      { signal: 'metric', name: 'copilot_chat.lines_of_code.count', when: ADDED, figures: ['lines_added'] },
      { signal: 'metric', name: 'copilot_chat.lines_of_code.count', when: REMOVED, figures: ['lines_deleted'] },
      {
        signal: 'metric',
        name: 'copilot_chat.edit.acceptance.count',
        when: { 'copilot_chat.edit.outcome': ['accepted', 'rejected'] },
        figures: ['prompted_suggest_count'],
      },
      {
        signal: 'metric',
        name: 'copilot_chat.edit.acceptance.count',
        when: { 'copilot_chat.edit.outcome': ['accepted'] },
        figures: ['prompted_accept_count'],
      },
      {
        signal: 'metric',
        name: 'gen_ai.client.token.usage',
        when: { 'gen_ai.token.type': ['input'] },
        figures: ['input_tokens'],
      },
      {
        signal: 'metric',
        name: 'gen_ai.client.token.usage',
        when: { 'gen_ai.token.type': ['output'] },
        figures: ['output_tokens'],
      },
    ],
  },
  {
    // Its metrics name nobody; its events do.
    provider: CODEX,
    model: 'model',
    accounts: ['user.account_id'],
    rules: [
      {
        signal: 'event',
        name: 'codex.sse_event',
        when: { 'event.kind': ['response.completed'] },
        attribute: 'input_token_count',
        figures: ['input_tokens'],
      },
      {
        signal: 'event',
        name: 'codex.sse_event',
        when: { 'event.kind': ['response.completed'] },
        attribute: 'output_token_count',
        figures: ['output_tokens'],
      },
      {
        signal: 'event',
        name: 'codex.tool_decision',
        when: { tool_name: ['apply_patch'] },
        figures: ['prompted_suggest_count'],
      },
      {
        signal: 'event',
        name: 'codex.tool_decision',
        when: {
          tool_name: ['apply_patch'],
          decision: ['approved', 'approved_for_session', 'approved_execpolicy_amendment'],
        },
        figures: ['prompted_accept_count'],
      },
    ],
  },
];

/** Attributes that name a person, whatever the tool. */
export const EMAIL_ATTRIBUTES = ['user.email', 'enduser.email', 'email'] as const;
