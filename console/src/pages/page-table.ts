import type { RoleEm } from '@linescope/client/answers';
import type { ComponentType } from 'preact';

interface PageModule {
  default: ComponentType;
  /** Reads what the page will show first, for a reader who seems to be about to go there. */
  prefetch?(query: URLSearchParams, entitySlug: string): void;
}

export interface PageEntry {
  path: string;
  title: string;
  /** Which block of the navigation it stands in; 0 is in none. */
  block: 0 | 1 | 2 | 3;
  role: RoleEm;
  /** Shows the bar of scope and range. */
  scoped: boolean;
  load(): Promise<PageModule>;
}

const page = (
  path: string,
  title: string,
  block: PageEntry['block'],
  load: PageEntry['load'],
  given: Partial<Pick<PageEntry, 'role' | 'scoped'>> = {},
): PageEntry => ({ path, title, block, load, role: 'member', scoped: block === 1, ...given });

export const PAGES: PageEntry[] = [
  page('/', 'Overview', 1, () => import('./overview/overview.tsx')),
  page('/explore', 'Explore', 1, () => import('./explore/explore.tsx')),
  page('/delivery', 'Delivery', 1, () => import('./delivery/delivery.tsx')),
  page('/pull-requests', 'Pull requests', 1, () => import('./pull-requests/pull-requests.tsx')),
  page('/code', 'Code', 1, () => import('./code/code.tsx')),
  page('/ai', 'AI', 1, () => import('./ai/ai.tsx')),
  page('/issues', 'Issues & sprints', 1, () => import('./issues/issues.tsx')),
  page('/people', 'People', 2, () => import('./people/people.tsx')),
  page('/teams', 'Teams', 2, () => import('./teams/teams.tsx')),
  page('/surveys', 'Surveys', 2, () => import('./surveys/surveys.tsx')),
  page('/imports', 'Imports', 2, () => import('./imports/imports.tsx')),
  page('/settings', 'Settings', 3, () => import('./settings/settings.tsx')),
  page('/records', 'Records', 0, () => import('./records/records.tsx')),
];

/** The page whose path is the longest beginning of this one. */
export function findPage(path: string): PageEntry | undefined {
  return PAGES.filter(
    (entry) => path === entry.path || (entry.path !== '/' && path.startsWith(`${entry.path}/`)),
  ).toSorted((one, other) => other.path.length - one.path.length)[0];
}

const loaded = new Map<string, ComponentType>();
const loading = new Map<string, Promise<PageModule>>();

export const loadedPage = (entry: PageEntry): ComponentType | undefined => loaded.get(entry.path);

export function preloadPage(path: string): Promise<PageModule> | undefined {
  const entry = findPage(path);
  if (!entry) return undefined;
  let underWay = loading.get(entry.path);
  if (!underWay) {
    underWay = entry.load().then((module) => {
      loaded.set(entry.path, module.default);
      return module;
    });
    underWay.catch(() => loading.delete(entry.path));
    loading.set(entry.path, underWay);
  }
  return underWay;
}
