export interface ParameterError {
  param: string;
  code_em: string;
  detail: string;
}

/** A failure as the API says it: its sentence is the message. `status` is 0 where no answer came. */
export class ApiFailure extends Error {
  readonly status: number;
  readonly responseEm: string;
  readonly errors: ParameterError[];
  readonly traceIdentifier: string | null;

  constructor(
    message: string,
    given: { status: number; responseEm?: string; errors?: ParameterError[]; traceIdentifier?: string | null },
  ) {
    super(message);
    this.name = 'ApiFailure';
    this.status = given.status;
    this.responseEm = given.responseEm ?? '';
    this.errors = given.errors ?? [];
    this.traceIdentifier = given.traceIdentifier ?? null;
  }
}

/** The failure that an answer's body describes; another body (a proxy's page) gets a sentence of ours. */
export function failureOf(status: number, body: unknown): ApiFailure {
  if (!isEnvelope(body)) return new ApiFailure(`The server answered with status ${status}.`, { status });
  return new ApiFailure(body.response_detail, {
    status,
    responseEm: body.response_em,
    errors: body.errors ?? [],
    traceIdentifier: body.trace_identifier ?? null,
  });
}

interface FailureEnvelope {
  response_detail: string;
  response_em: string;
  errors?: ParameterError[];
  trace_identifier?: string;
}

const isEnvelope = (body: unknown): body is FailureEnvelope =>
  typeof body === 'object' && body !== null && 'response_detail' in body && 'response_em' in body;
