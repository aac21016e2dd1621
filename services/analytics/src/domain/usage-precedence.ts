import { CLAUDE, COPILOT, COPILOT_ENTERPRISE_TEAMS } from '@linescope/contract/vendors';

/** Where a usage was learned, as `source` of a stored row has it. */
export type StoredSource = 'telemetry' | '';

/** The same in answers. */
export const sourceEm = (provider: string, source: string) =>
  source === 'telemetry'
    ? ('telemetry' as const)
    : provider === 'custom'
      ? ('posted' as const)
      : ('vendor_api' as const);

/**
 * Which source counts where several report the same person, tool and day, strongest first. A figure is taken from the first that has
 * it. Tools that are not named here count their own telemetry first.
 */
export const USAGE_PRECEDENCE: Readonly<Record<string, readonly StoredSource[]>> = {
  // Telemetry also has what was used through a cloud's own API, which the vendor's report leaves out.
  [CLAUDE]: ['telemetry', ''],
  // The vendor's report also counts completions, which the editor's telemetry leaves out.
  [COPILOT]: ['', 'telemetry'],
};

/** Providers that report one tool, by the provider that stands for it. */
export const SAME_TOOL: Readonly<Record<string, string>> = { [COPILOT_ENTERPRISE_TEAMS]: COPILOT };

/** Figures that belong together: a suggestion that one source counts must not meet an acceptance that another does. */
export const FIGURE_GROUPS = {
  lines: ['lines_added', 'lines_deleted'],
  prompted: ['prompted_suggest_count', 'prompted_accept_count'],
  tab: ['tab_suggest_count', 'tab_accept_count'],
  cost: ['cents_cost'],
  tokens: ['input_tokens', 'output_tokens'],
} as const;
export type FigureGroup = keyof typeof FIGURE_GROUPS;
