interface Tag {
  name: string;
  description: string;
  /** First segments of paths, after `/api/v1` where there is one. */
  segments: string[];
}

/** In the order of use: a token, what there is, what it shows, what one records, and administration last. */
const ORDER: Tag[] = [
  { name: 'Token', description: 'Check the token that every other call carries.', segments: ['api_tokens'] },
  { name: 'Resources', description: 'The organizations and repos that you can see.', segments: ['resources'] },
  {
    name: 'Reports',
    description: 'Statistics over time: 117 segments, what each means, and the records behind a point.',
    segments: ['reports', 'report_records', 'segment_introspections', 'audits'],
  },
  {
    name: 'Code',
    description: 'Files, who wrote each line, and the history of a line, without a git process.',
    segments: ['code_introspections'],
  },
  { name: 'Releases', description: 'What reached users, and when.', segments: ['releases'] },
  {
    name: 'Defects',
    description: 'What broke, and how fast it was fixed.',
    segments: ['critical_defects', 'defect_origins'],
  },
  { name: 'AI usage', description: 'What AI tools were used for, and at what cost.', segments: ['ai_usages', 'otlp'] },
  {
    name: 'Developers',
    description: 'People, their processing status and time off.',
    segments: ['developers', 'identities'],
  },
  { name: 'Teams', description: 'Teams, their people, managers and repos.', segments: ['teams'] },
  { name: 'Surveys', description: 'Ask developers; answers are anonymous.', segments: ['surveys'] },
  { name: 'Imports', description: 'Read a repo, and watch how far it is.', segments: ['imports'] },
  {
    name: 'Settings',
    description: "The entity's own: time zone, holidays, weights of Diff Delta.",
    segments: ['settings', 'diff_delta_previews', 'derivations'],
  },
  {
    name: 'Administration',
    description: 'Users, tokens, code-host connections, and who changed what.',
    segments: ['users', 'tokens', 'connections', 'repo_removals', 'audit_trail', 'admin'],
  },
  { name: 'Signing in', description: 'Sessions of the console.', segments: ['auth'] },
  {
    name: 'Links',
    description: 'Signed links that people get by mail.',
    segments: ['invitations', 'import_offers'],
  },
  { name: 'health', description: 'For load balancers and probes.', segments: ['healthz', 'readyz'] },
];

export const TAGS = ORDER.map(({ name, description }) => ({ name, description }));

export function tagOf(path: string): string {
  const [segment = ''] = path
    .replace(/^\/api\/v1/, '')
    .split('/')
    .filter((part) => part !== '');
  return ORDER.find(({ segments }) => segments.includes(segment))?.name ?? segment;
}
