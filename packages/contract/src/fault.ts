/** Every way a request can fail, with the HTTP status the client sees. The set is closed: an unknown error becomes internal_error. */
export const FAULT_STATUS = {
  response_invalid_parameters: 400,
  response_unauthenticated: 401,
  response_forbidden: 403,
  response_not_found: 404,
  response_method_not_allowed: 405,
  response_conflict: 409,
  response_payload_too_large: 413,
  response_uri_too_long: 414,
  response_unsupported_media_type: 415,
  response_provider_rejected: 422,
  response_rate_limited: 429,
  response_headers_too_large: 431,
  response_internal_error: 500,
  response_provider_unreachable: 502,
  response_unavailable: 503,
  response_timeout: 504,
} as const;

export type FaultEm = keyof typeof FAULT_STATUS;

/** What is wrong with a parameter. */
export const FAULT_CODES = [
  'ambiguous',
  'binary_file',
  'conflict',
  'contradiction',
  'deleted_file',
  'invalid',
  'missing',
  'not_a_file',
  'not_found',
  'nothing_imported',
  'outside_window',
  'past_end',
  'rejected',
  'too_many',
  'unknown_branch',
  'unknown_file',
  'unknown_sha',
] as const;
export type FaultCode = (typeof FAULT_CODES)[number];

export interface ParameterError {
  param: string;
  code_em: FaultCode;
  detail: string;
}

/** A failure whose `message` is the public sentence; `cause` stays in the log. */
export class Fault extends Error {
  readonly responseEm: FaultEm;
  readonly errors: ParameterError[];
  readonly headers: Record<string, string>;

  constructor(
    responseEm: FaultEm,
    publicSentence: string,
    options: { errors?: ParameterError[]; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(publicSentence, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'Fault';
    this.responseEm = responseEm;
    this.errors = options.errors ?? [];
    this.headers = options.headers ?? {};
  }

  get status(): number {
    return FAULT_STATUS[this.responseEm];
  }
}

export const invalidParameters = (errors: ParameterError[]): Fault =>
  new Fault(
    'response_invalid_parameters',
    errors.map((error) => error.detail).join(' ') || 'The request is not valid.',
    {
      errors,
    },
  );

export const invalidParameter = (param: string, detail: string, codeEm: FaultCode = 'invalid'): Fault =>
  invalidParameters([{ param, code_em: codeEm, detail }]);

export const unauthenticated = (detail = 'A valid bearer token is required.'): Fault =>
  new Fault('response_unauthenticated', detail, { headers: { 'www-authenticate': 'Bearer' } });

export const forbidden = (detail = 'Your role does not allow this.'): Fault => new Fault('response_forbidden', detail);

export const notFound = (detail: string, param?: string): Fault =>
  new Fault('response_not_found', detail, param ? { errors: [{ param, code_em: 'not_found', detail }] } : {});

export const conflict = (detail: string, param?: string): Fault =>
  new Fault('response_conflict', detail, param ? { errors: [{ param, code_em: 'conflict', detail }] } : {});

export const unavailable = (
  detail = 'A part of the service is not available right now. Try again.',
  cause?: unknown,
  retryAfterSeconds = 1,
): Fault => new Fault('response_unavailable', detail, { headers: { 'retry-after': String(retryAfterSeconds) }, cause });
