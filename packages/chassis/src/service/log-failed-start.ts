import { ConfigError } from '../config/read-config.ts';
import { createLogger } from '../log/logger.ts';

/** The last line of a unit that does not start, in the form of all others, whatever level its log has. Returns its exit code. */
export function logFailedStart(service: string, error: unknown): 78 | 1 {
  const log = createLogger(service, 'fatal').child({}, { serializers: { err: describe } });
  if (error instanceof ConfigError) {
    log.fatal({ problems: error.problems }, 'starting failed: the configuration is not valid');
    return 78;
  }
  log.fatal({ err: error }, `starting failed: ${error instanceof Error ? error.message : String(error)}`);
  return 1;
}

interface Description {
  type: string;
  message: string;
  stack: string | undefined;
  cause?: Description;
}

/** Without the error's own fields: that of an address that is none holds the address, with its password. */
function describe(error: unknown): Description {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: undefined };
  const { name: type, message, stack, cause } = error;
  return { type, message, stack, ...(cause === undefined ? {} : { cause: describe(cause) }) };
}
