import type { Params } from '@linescope/client/client';
import { useMemo } from 'preact/hooks';
import { currentPlace, usePlace, withQuery } from '../state/router.ts';
import { useSession } from '../state/session.ts';
import { parseRange, type Range } from './range.ts';

/** Where and when the reader looks: all of it in the URL. */
export interface Scope {
  resourcePath: string;
  team: string | null;
  person: string | null;
  range: Range;
}

/** The parameters of the query that stay when the reader goes to another page. */
export const KEPT = ['scope', 'team', 'person', 'range'];

export function useScope(): Scope {
  const { query } = usePlace();
  const { entity } = useSession();
  const text = query.toString();
  return useMemo(() => scopeIn(query, entity.slug), [text, entity.slug]);
}

export const scopeIn = (query: URLSearchParams, entitySlug: string): Scope => ({
  resourcePath: query.get('scope') || entitySlug,
  team: query.get('team'),
  person: query.get('person'),
  range: parseRange(query.get('range'), new Date()),
});

/** As parameters of reports and records. */
export const scopeParams = ({ resourcePath, team, person, range }: Scope): Params => ({
  resource_path: resourcePath,
  team_slug: team,
  committer_identifier: person,
  start_date: range.start,
  end_date: range.end,
});

/** A link to a page that keeps the scope; further parameters of the query are given. */
export function linkTo(path: string, query: URLSearchParams, further: Record<string, string> = {}): string {
  const kept = new URLSearchParams();
  for (const name of KEPT) {
    const value = query.get(name);
    if (value) kept.set(name, value);
  }
  for (const [name, value] of Object.entries(further)) kept.set(name, value);
  const text = kept.toString().replaceAll('%2F', '/').replaceAll('%2C', ',');
  return text ? `${path}?${text}` : path;
}

/** A place in the code of one repo, which no other has. */
const OF_REPO = ['path', 'file', 'sha', 'commit', 'line', 'from', 'page'];

/** This page, or another one, for another scope: of what else was chosen here, what makes sense there stays. */
export function withScope(
  changes: Partial<Record<'scope' | 'team' | 'person' | 'range', string | null>>,
  path = currentPlace().path,
): string {
  const here = currentPlace();
  const leaves = (name: string) =>
    path === here.path ? 'scope' in changes && OF_REPO.includes(name) : !KEPT.includes(name);
  const left = [...here.query.keys()].filter(leaves).map((name) => [name, null] as const);
  return withQuery({ ...Object.fromEntries(left), ...changes }, path);
}
