import type { DataFolder } from '../store/data-folder.ts';

export type Caller = { login: string; fingerprint: string };

/** A request as an endpoint sees it: parsed, authenticated, and knowing at which address the caller reached the host. */
export type Asked = {
  params: Record<string, string>;
  query: URLSearchParams;
  /** Where the API stands for this caller, with or without `/api/v3`; links in answers start with it. */
  api: string;
  origin: string;
  path: string;
  caller: Caller;
  data: DataFolder;
  now: number;
  body: unknown;
};

export type Answer = { status?: number; body: unknown; headers?: Record<string, string>; type?: string };
export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  handle: (asked: Asked) => Answer | Promise<Answer>;
};

export function get(path: string, handle: Route['handle']): Route {
  return { method: 'GET', path, handle };
}

export function post(path: string, handle: Route['handle']): Route {
  return { method: 'POST', path, handle };
}

/** GitHub's own words for what it does not have. */
export class HostError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export function notFound(): HostError {
  return new HostError(404, 'Not Found');
}

type Compiled = { route: Route; pattern: RegExp };

/** `{name}` stands for one part of the path, `{name...}` for the rest of it; the first route that fits is taken. */
export function compileRoutes(
  routes: Route[],
): (method: string, path: string) => { route: Route; params: Record<string, string> } | undefined {
  const compiled: Compiled[] = routes.map((route) => ({ route, pattern: patternOf(route.path) }));
  return (method, path) => {
    for (const { route, pattern } of compiled) {
      const match = route.method === method ? pattern.exec(path) : null;
      if (match) return { route, params: decoded(match.groups ?? {}) };
    }
    return undefined;
  };
}

function patternOf(path: string): RegExp {
  const escaped = path.replace(/[.[\]()*+?^$|]/g, '\\$&');
  const named = escaped.replace(
    /\{(\w+)(\\\.\\\.\\\.)?\}/g,
    (_, name: string, rest?: string) => `(?<${name}>${rest ? '.+' : '[^/]+'})`,
  );
  return new RegExp(`^${named}$`);
}

function decoded(groups: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decode(value)]));
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    throw notFound();
  }
}
