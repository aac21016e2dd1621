import type { Part } from './merge-parts.ts';

interface KnownRoute {
  segments: string[];
  actions: Map<string, string>;
}

/** Only failures ask this, so a plain search is fast enough. */
export function createActionFinder(parts: ReadonlyMap<string, Part>): (method: string, path: string) => string {
  const routes: KnownRoute[] = [];
  for (const part of parts.values()) {
    for (const [path, operations] of Object.entries(part.paths)) {
      const actions = Object.entries(operations).map(([verb, operation]): [string, string] => [
        verb.toUpperCase(),
        typeof operation['x-action'] === 'string' ? operation['x-action'] : UNKNOWN,
      ]);
      routes.push({ segments: path.split('/'), actions: new Map(actions) });
    }
  }
  return (method, path) => {
    const segments = path.split('/');
    const fitting = routes.filter((route) => fits(route.segments, segments));
    // `/teams/associated_repos` is nearer than `/teams/{id}`.
    fitting.sort((a, b) => placeholders(a) - placeholders(b));
    const verb = method === 'HEAD' ? 'GET' : method;
    return fitting.find((route) => route.actions.has(verb))?.actions.get(verb) ?? UNKNOWN;
  };
}

const UNKNOWN = 'action_unknown';

const isPlaceholder = (segment: string): boolean => segment.startsWith('{');
const placeholders = (route: KnownRoute): number => route.segments.filter(isPlaceholder).length;
const fits = (pattern: string[], segments: string[]): boolean =>
  pattern.length === segments.length && pattern.every((part, index) => isPlaceholder(part) || part === segments[index]);
