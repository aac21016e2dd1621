import { z } from 'zod';

/** Hosts allow names such as `.github`; `.` and `..` name nothing. */
export const SLUG = /^(?!\.{1,2}$)[a-zA-Z0-9._-]{1,100}$/;

/** One resource of a `resource_path`: entity, then optionally organization, then optionally repo. */
export interface ResourcePath {
  entitySlug: string;
  organizationSlug: string | null;
  repoSlug: string | null;
}

export type ResourcePathProblem = { problem: string };

export function parseResourcePath(text: string): ResourcePath[] | ResourcePathProblem {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (parts.length === 0) return { problem: 'resource_path is empty.' };
  if (parts.length > 100) return { problem: 'resource_path names more than 100 resources.' };
  const resources: ResourcePath[] = [];
  for (const part of parts) {
    const slugs = part.replace(/^\/|\/$/g, '').split('/');
    if (slugs.length > 3 || !slugs.every((slug) => SLUG.test(slug))) {
      return { problem: 'resource_path must be <entity_slug>[/<organization_slug>[/<repo_slug>]].' };
    }
    const [entitySlug = '', organizationSlug = null, repoSlug = null] = slugs;
    resources.push({ entitySlug, organizationSlug, repoSlug });
  }
  if (resources.some((resource) => resource.entitySlug !== resources[0]?.entitySlug)) {
    return { problem: 'All resources of resource_path must belong to one entity.' };
  }
  return resources;
}

export const formatResourcePath = (path: ResourcePath): string =>
  [path.entitySlug, path.organizationSlug, path.repoSlug].filter((slug) => slug !== null).join('/');

const MAX_LENGTH = 8192;
const TOO_LONG = `resource_path is longer than ${MAX_LENGTH} characters.`;

/** Parses to resources; `resourcePathText` keeps the text for services that let identity parse it. */
export const resourcePathInput = z
  .union([z.string(), z.array(z.string()).max(100, 'must name at most 100 resources')], {
    error: 'must be a path, or several with commas between them',
  })
  .transform((given, context) => {
    const text = Array.isArray(given) ? given.join(',') : given;
    const parsed = parseResourcePath(text);
    if (text.length > MAX_LENGTH) context.addIssue({ code: 'custom', message: TOO_LONG });
    else if ('problem' in parsed) context.addIssue({ code: 'custom', message: parsed.problem });
    return text;
  })
  .meta({
    type: 'string',
    maxLength: MAX_LENGTH,
    description: 'Slash-delimited path `<entity>[/<organization>[/<repo>]]`; several, comma-delimited, of one entity.',
  });
