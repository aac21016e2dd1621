import { pino } from 'pino';
import { currentTrace } from '../trace/trace-context.ts';

export type Logger = pino.Logger;

const SECRET_FIELDS = [
  'token',
  'password',
  'authorization',
  'secret',
  'git_provider_token',
  'api_token',
  'admin_token',
  'key',
];

/** JSON lines with service, trace and entity; fields that hold secrets are cut wherever they stand one level deep. */
export function createLogger(service: string, level: string, destination?: pino.DestinationStream): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    mixin: () => {
      const trace = currentTrace();
      return trace ? { trace: trace.traceIdentifier, ...(trace.entity ? { entity: trace.entity } : {}) } : {};
    },
    redact: { paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`]), censor: '[redacted]' },
    serializers: { err: pino.stdSerializers.errWithCause },
  };
  return destination ? pino(options, destination) : pino(options);
}
