import { setTimeout as delay } from 'node:timers/promises';

/** How often a busy service is asked again before it counts as a failure. */
const ATTEMPTS = 6;
const TRY_AGAIN = [429, 502, 503, 504];

export interface Call {
  /** Sent as JSON; without it the call is a GET. */
  body?: unknown;
  method?: 'PUT';
  headers?: Record<string, string>;
}

/** Calls as a customer does. A service that is busy or away is asked again; a refusal throws its own sentence. */
export async function callApi(url: string, token: string | null, call: Call = {}): Promise<unknown> {
  for (let attempt = 1; ; attempt += 1) {
    const isLast = attempt === ATTEMPTS;
    const response = await send(url, token, call).catch((error: unknown) => {
      if (isLast) throw new Error(`${new URL(url).origin} does not answer`, { cause: error });
      return null;
    });
    const answer: unknown = await response?.json().catch(() => null);
    if (response?.ok) return answer;
    if (response && (isLast || !TRY_AGAIN.includes(response.status))) throw new Refused(response.status, url, answer);
    await delay(1000 * (Number(response?.headers.get('retry-after')) || attempt));
  }
}

const send = (url: string, token: string | null, { body, method, headers }: Call): Promise<Response> =>
  fetch(url, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  });

export class Refused extends Error {
  readonly status: number;

  constructor(status: number, url: string, answer: unknown) {
    super(sentenceOf(answer) ?? `${new URL(url).pathname} answered ${status}`);
    this.status = status;
  }
}

function sentenceOf(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null) return null;
  if ('response_detail' in answer && typeof answer.response_detail === 'string') return answer.response_detail;
  return 'message' in answer && typeof answer.message === 'string' ? answer.message : null;
}
