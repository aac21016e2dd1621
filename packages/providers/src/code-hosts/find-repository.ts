import { isProviderError } from '../errors.ts';
import type { HostRepository } from './code-host.ts';

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/**
 * The repository that is called just this. A host may answer an old name with the repository's new one: that is
 * another path here, and taking it would let one repository be imported under two.
 */
export async function repositoryNamed(
  organizationSlug: string,
  slug: string,
  ask: () => Promise<HostRepository>,
): Promise<HostRepository | null> {
  try {
    const found = await ask();
    return same(found.organizationSlug, organizationSlug) && same(found.slug, slug) ? found : null;
  } catch (error) {
    if (isProviderError(error, 'not_found')) return null;
    throw error;
  }
}
