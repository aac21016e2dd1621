/** The closed set of ways in which asking a provider can fail. Everything an adapter throws is one of these. */
export const providerErrorCodes = [
  'connection_invalid',
  'access_denied',
  'not_found',
  'quota_exhausted',
  'host_unreachable',
  'host_timeout',
  'host_failed',
  'answer_malformed',
  'answer_lacks_figures',
  'answer_too_large',
  'endpoint_refused',
  'request_rejected',
  'reading_too_large',
  'reading_aborted',
] as const;

export type ProviderErrorCode = (typeof providerErrorCodes)[number];

const sentences: Record<ProviderErrorCode, string> = {
  connection_invalid: 'The host refused the token: it is unknown, expired or revoked.',
  access_denied: 'The host knows the token, but does not let it read this.',
  not_found: 'The host has no such resource, or hides it from this token.',
  quota_exhausted: 'The host’s rate limit is used up on every connection; work resumes when it resets.',
  host_unreachable: 'The host could not be reached.',
  host_timeout: 'The host did not answer in time.',
  host_failed: 'The host answered with a failure of its own.',
  answer_malformed: 'The host’s answer could not be understood.',
  answer_lacks_figures: 'The host’s report no longer has figures that it had; those days are not stored until it has.',
  answer_too_large: 'The host’s answer is larger than is accepted.',
  endpoint_refused: 'The endpoint is not an address that this service may call.',
  request_rejected: 'The host rejected the request.',
  reading_too_large: 'The host gives more than is read at once: its lists do not end, or its answers take too long.',
  reading_aborted: 'The reading was stopped before its end.',
};

/** The proxy did not let a call pass: its host and port, and what it answered; null where it could not be reached. */
export type ProxyFailure = { proxy: string; status: number | null };

const sentenceOfProxy = ({ status }: ProxyFailure): string =>
  status === null
    ? 'The host could not be reached: the proxy of this installation does not answer.'
    : `The host could not be reached: the proxy of this installation refused the connection (${status}).`;

export type ProviderErrorDetail = {
  /** For the log only: never shown to a customer, and never holding a secret. */
  internal: string;
  proxyFailure?: ProxyFailure | null;
  status?: number;
  /** Milliseconds since 1970 at which trying again makes sense. */
  resumeAt?: number;
  connectionId?: string;
};

export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly code: ProviderErrorCode;
  readonly internal: string;
  readonly proxyFailure: ProxyFailure | null;
  readonly status: number | null;
  readonly resumeAt: number | null;
  readonly connectionId: string | null;

  constructor(code: ProviderErrorCode, detail: ProviderErrorDetail) {
    super(detail.proxyFailure ? sentenceOfProxy(detail.proxyFailure) : sentences[code]);
    this.code = code;
    this.internal = detail.internal;
    this.proxyFailure = detail.proxyFailure ?? null;
    this.status = detail.status ?? null;
    this.resumeAt = detail.resumeAt ?? null;
    this.connectionId = detail.connectionId ?? null;
  }
}

export function isProviderError(error: unknown, ...codes: ProviderErrorCode[]): error is ProviderError {
  return error instanceof ProviderError && (codes.length === 0 || codes.includes(error.code));
}

/** Foreign errors may quote a URL or a header; their text enters ours only without the secrets. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret.length >= 4)
    .reduce((clean, secret) => clean.replaceAll(secret, '***'), text);
}
