import type { Answer, Asked } from './route.ts';

export type Page = { number: number; size: number };

export function pageAsked(query: URLSearchParams): Page {
  const whole = (name: string, fallback: number) => {
    const value = Number(query.get(name) ?? fallback);
    return Number.isSafeInteger(value) && value > 0 ? value : fallback;
  };
  return { number: whole('page', 1), size: Math.min(whole('per_page', 30), 100) };
}

/** One page of a whole list, rendered only as far as it is shown. */
export function paged<T>(asked: Asked, items: T[], render: (item: T) => unknown): Answer {
  const page = pageAsked(asked.query);
  const shown = items.slice((page.number - 1) * page.size, page.number * page.size);
  return { body: shown.map(render), headers: linkHeader(asked, page, items.length) };
}

export function linkHeader(asked: Asked, page: Page, total: number): Record<string, string> {
  const last = Math.max(1, Math.ceil(total / page.size));
  const links: string[] = [];
  const link = (rel: string, number: number) => {
    const query = new URLSearchParams(asked.query);
    query.set('page', String(number));
    links.push(`<${asked.origin}${asked.path}?${query}>; rel="${rel}"`);
  };
  if (page.number > 1) link('prev', Math.min(page.number - 1, last));
  if (page.number < last) link('next', page.number + 1);
  if (page.number < last) link('last', last);
  if (page.number > 1) link('first', 1);
  return links.length > 0 ? { Link: links.join(', ') } : {};
}
