/** `<organization>/<repo>`; deeper host paths join their groups with `--` into the organization. */
const PATH = /^[A-Za-z0-9._][A-Za-z0-9._-]{0,199}\/[A-Za-z0-9._][A-Za-z0-9._-]{0,199}$/;

export function parseRepoPath(text: string): { organizationSlug: string; repoSlug: string } | null {
  const trimmed = text.trim().replace(/\.git$/, '');
  if (!PATH.test(trimmed) || trimmed.split('/').some((part) => part === '.' || part === '..')) return null;
  const [organizationSlug = '', repoSlug = ''] = trimmed.split('/');
  return { organizationSlug, repoSlug };
}
