/** A host's name as one part of a resource path: slashes of deeper paths become `--`, what a path cannot hold `-`. */
export function pathSlug(hostSlug: string): string {
  const slug = hostSlug
    .trim()
    .replaceAll('/', '--')
    .replace(/[^a-zA-Z0-9._-]+/g, '-')
    .slice(0, 100);
  return /^\.{0,2}$/.test(slug) ? `-${slug}` : slug;
}

/** What the organization may be called, best first: its own name, then with its host, then with the host's address. */
export function slugCandidates(hostSlug: string, gitProviderEm: string, hostName: string): string[] {
  const slug = pathSlug(hostSlug);
  const withSuffix = (suffix: string) => `${slug.slice(0, 99 - suffix.length)}-${suffix}`;
  const address = hostName.replace(/[^a-zA-Z0-9]+/g, '-').slice(0, 60);
  return [slug, withSuffix(gitProviderEm), ...(address === '' ? [] : [withSuffix(address)])];
}
