import type { Params } from '@linescope/client/client';

/** The chart of a report in the console, for the people whom the assistant answers. */
export function consoleLink(publicUrl: string, report: Params, range: { start: string; end: string }): string {
  const query = new URLSearchParams();
  const put = (name: string, value: unknown) => {
    if (typeof value === 'string' && value !== '') query.set(name, value);
  };
  put('segments', report['segment_by']);
  put('scope', report['resource_path']);
  put('team', report['team_slug']);
  put('person', report['committer_identifier']);
  put('by', report['aggregate_by']);
  put('interval', report['interval_em']);
  put('range', `${range.start}..${range.end}`);
  return `${publicUrl}/explore?${query}`;
}

/** The console's page of the records behind a point, and of one of them. */
export function recordsLinks(publicUrl: string, asked: Params): { all: string; of(record: Params): string } {
  const query = new URLSearchParams({ list: 'report_records' });
  for (const [name, value] of Object.entries(asked))
    if (typeof value === 'string' || (typeof value === 'number' && (name !== 'page' || value > 1)))
      query.set(name, String(value));
  const all = `${publicUrl}/records?${query}`;
  return {
    all,
    // By what the console knows a record by; the others are only in the list.
    of(record) {
      const known = record['sha'] ?? (record['sprint_id'] === undefined ? record['id'] : null) ?? record['defect_key'];
      return known === undefined || known === null ? all : `${all}&record=${encodeURIComponent(String(known))}`;
    },
  };
}

/** A page of the console with the scope and range of a call. */
export function pageLink(publicUrl: string, page: 'ai' | 'code' | 'delivery', input: Params): string {
  const query = new URLSearchParams();
  const { resource_path: scope, team_slug: team, start_date: start, end_date: end } = input;
  if (typeof scope === 'string') query.set('scope', scope);
  if (typeof team === 'string') query.set('team', team);
  if (typeof start === 'string' && typeof end === 'string') query.set('range', `${start}..${end}`);
  return `${publicUrl}/${page}?${query}`;
}
