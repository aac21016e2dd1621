/** Neutral tokens of the public API, and the vendors' own names, which the API takes too. */
export const codeHostNames = [
  'devops_suite',
  'devops_suite_on_prem',
  'hostB',
  'hostB_server',
  'hostC',
  'hostD',
] as const;
export type CodeHostName = (typeof codeHostNames)[number];

export const trackerNames = ['tracker_a', 'hostC'] as const;
export type TrackerName = (typeof trackerNames)[number];

export const aiProviderNames = [
  'vendorA_assistant',
  'vendorB_editor',
  'vendorC_platform',
  'vendorC_enterprise_teams',
] as const;
export type AiProviderName = (typeof aiProviderNames)[number];

const realNames = new Map<string, CodeHostName>([
  ['github', 'hostC'],
  ['gitlab', 'hostD'],
  ['bitbucket', 'hostB'],
  ['bitbucket_server', 'hostB_server'],
  ['azure_devops', 'devops_suite'],
  ['azure_devops_server', 'devops_suite_on_prem'],
]);

/** The code host that a customer's word names, or null. */
export function codeHostNamed(word: string): CodeHostName | null {
  return codeHostNames.find((name) => name === word) ?? realNames.get(word) ?? null;
}
