/**
 * The public API names vendors by neutral tokens. This file is the only place that maps them: code says `GITHUB`, the wire
 * and the stores say `hostC`. Input also takes the vendors' own names (`vendors.ts`).
 */
export const AZURE_DEVOPS = 'devops_suite';
export const AZURE_DEVOPS_SERVER = 'devops_suite_on_prem';
export const BITBUCKET = 'hostB';
export const BITBUCKET_SERVER = 'hostB_server';
export const GITHUB = 'hostC';
export const GITLAB = 'hostD';
export const JIRA = 'tracker_a';
export const CLAUDE = 'vendorA_assistant';
export const CURSOR = 'vendorB_editor';
export const COPILOT = 'vendorC_platform';
export const COPILOT_ENTERPRISE_TEAMS = 'vendorC_enterprise_teams';
export const GEMINI_CLI = 'vendorD_cli';
export const CODEX = 'vendorE_agent';
export const TEAM_SOURCE_GITHUB = 'source_hostC';
export const TEAM_SOURCE_JIRA = 'source_tracker_a';

/** As people know them. */
const VENDOR_NAMES: Record<string, string> = {
  [AZURE_DEVOPS]: 'Azure DevOps',
  [AZURE_DEVOPS_SERVER]: 'Azure DevOps Server',
  [BITBUCKET]: 'Bitbucket',
  [BITBUCKET_SERVER]: 'Bitbucket Server',
  [GITHUB]: 'GitHub',
  [GITLAB]: 'GitLab',
  [JIRA]: 'Jira',
  [CLAUDE]: 'Claude',
  [CURSOR]: 'Cursor',
  [COPILOT]: 'Copilot',
  [COPILOT_ENTERPRISE_TEAMS]: 'Copilot (enterprise teams)',
  [GEMINI_CLI]: 'Gemini CLI',
  [CODEX]: 'Codex',
  [TEAM_SOURCE_GITHUB]: 'GitHub',
  [TEAM_SOURCE_JIRA]: 'Jira',
};

/** The name that people know a token by; anything else stays as it is. */
export const vendorName = (token: string): string => VENDOR_NAMES[token] ?? token;
