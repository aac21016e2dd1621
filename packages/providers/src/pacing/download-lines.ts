import type { z } from 'zod';
import { isProviderError, ProviderError } from '../errors.ts';
import type { Runtime } from './runtime.ts';

const failed = (host: string, status: number) =>
  new ProviderError(status >= 500 ? 'host_failed' : 'request_rejected', {
    internal: `${host} answered ${status}`,
    status,
  });

async function fetchText(runtime: Runtime, url: URL): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = await runtime.transport({ method: 'GET', url, headers: { 'user-agent': 'Linescope' } });
      if (answer.status === 200) return answer.body;
      throw failed(url.hostname, answer.status);
    } catch (error) {
      const passing = isProviderError(error, 'host_unreachable', 'host_timeout', 'host_failed');
      if (!passing || attempt >= runtime.maxAttempts) throw error;
      await runtime.sleep(500 * 2 ** attempt * (0.5 + runtime.random() / 2));
    }
  }
}

/**
 * A file of JSON lines behind a signed link. The link is a secret itself and leads to another host: no token goes
 * with it, and no error names more than the host.
 */
export async function downloadLines<S extends z.ZodType>(
  runtime: Runtime,
  link: string,
  schema: S,
): Promise<z.output<S>[]> {
  const url = URL.parse(link);
  if (url === null) throw new ProviderError('answer_malformed', { internal: 'a download link is not a URL' });
  const text = await fetchText(runtime, url);
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, index) => {
      const parsed = schema.safeParse(parseLine(line));
      if (parsed.success) return parsed.data;
      throw new ProviderError('answer_malformed', { internal: `${url.hostname}: line ${index + 1} of the file` });
    });
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
