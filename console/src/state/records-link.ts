import { KEPT } from '../scope/scope.ts';
import { currentPlace, readable } from './router.ts';

/** The console's page of the records that a point's url lists; the scope of the reader stays in the URL. */
export function recordsLink(url: string): string {
  const [path = '', text = ''] = url.split('?');
  const query = new URLSearchParams(text);
  query.set('list', path.slice(path.lastIndexOf('/') + 1));
  for (const name of KEPT) {
    const value = currentPlace().query.get(name);
    if (value) query.set(name, value);
  }
  return `/records?${readable(query)}`;
}
