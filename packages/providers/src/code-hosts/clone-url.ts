import { ProviderError } from '../errors.ts';

/** A clone URL without the user name that some hosts write into it: what git signs in with is said apart. */
export function cloneUrlOf(text: string): string {
  const url = URL.parse(text);
  if (url === null) throw new ProviderError('answer_malformed', { internal: 'the clone URL is not a URL' });
  url.username = '';
  url.password = '';
  return url.href;
}
