import type { z } from 'zod';
import { isProviderError, ProviderError } from '../errors.ts';
import { classify } from './classify.ts';
import type { Runtime } from './runtime.ts';

const pauseMs = 60_000;

/** What an answer comes to: its lines, a refusal for good, or another try not before a moment. */
type Outcome<T> = { lines: T[] } | { again: ProviderError; notBefore: number };

async function tryOnce<S extends z.ZodType>(
  runtime: Runtime,
  url: URL,
  schema: S,
  attempt: number,
): Promise<Outcome<z.output<S>>> {
  const soon = runtime.now() + 500 * 2 ** attempt * (0.5 + runtime.random() / 2);
  try {
    const answer = await runtime.transport({ method: 'GET', url, headers: { 'user-agent': 'Linescope' } });
    const verdict = classify(answer, runtime.now());
    const failed = (code: ProviderError['code'], resumeAt?: number) =>
      new ProviderError(code, {
        internal: `${url.hostname} answered ${answer.status}`,
        status: answer.status,
        ...(resumeAt === undefined ? {} : { resumeAt }),
      });
    if (verdict.kind === 'quota') {
      const resumeAt = verdict.resumeAt ?? runtime.now() + pauseMs;
      return { again: failed('quota_exhausted', resumeAt), notBefore: resumeAt };
    }
    if (verdict.kind === 'transient') return { again: failed('host_failed'), notBefore: verdict.resumeAt ?? soon };
    if (answer.status !== 200) throw failed('request_rejected');
    return linesOf(answer.body, schema, url.hostname, soon);
  } catch (error) {
    if (!isProviderError(error, 'host_unreachable', 'host_timeout')) throw error;
    return { again: error, notBefore: soon };
  }
}

/** A file may end in the middle of a line; one that is whole and of another shape will not mend itself. */
function linesOf<S extends z.ZodType>(text: string, schema: S, hostname: string, soon: number): Outcome<z.output<S>> {
  const lines: z.output<S>[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const given = parseLine(line);
    const parsed = schema.safeParse(given);
    const malformed = new ProviderError('answer_malformed', {
      internal: `${hostname}: line ${index + 1} of the file`,
    });
    if (parsed.success) lines.push(parsed.data);
    else if (given === undefined) return { again: malformed, notBefore: soon };
    else throw malformed;
  }
  return { lines };
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
  for (let attempt = 1; ; attempt++) {
    const outcome = await tryOnce(runtime, url, schema, attempt);
    if ('lines' in outcome) return outcome.lines;
    const waitMs = Math.max(0, outcome.notBefore - runtime.now());
    if (attempt >= runtime.maxAttempts || waitMs > runtime.maxWaitMs) throw outcome.again;
    await runtime.sleep(waitMs);
  }
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
