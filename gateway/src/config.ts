import { fileURLToPath } from 'node:url';
import { brokerSettings, PRINCIPAL_KEYS, processSettings, rpcSettings } from '@linescope/chassis/config/settings';
import { z } from 'zod';

const unitUrl = z.string().regex(/^http:\/\/[^/]+:\d+$/, 'must be http://host:port');
const milliseconds = (preset: number) => z.coerce.number().int().min(10).default(preset);
const perMinute = (preset: number) => z.coerce.number().int().min(1).default(preset);

export const gatewayConfig = z.object({
  ...processSettings,
  ...rpcSettings,
  NATS_URL: brokerSettings.NATS_URL,
  NATS_NAMESPACE: brokerSettings.NATS_NAMESPACE,
  PRINCIPAL_KEYS,
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),

  IDENTITY_GRPC: z.string().min(1),
  IDENTITY_HTTP: unitUrl,
  DEVELOPERS_TEAMS_HTTP: unitUrl,
  DEFECTS_RELEASES_HTTP: unitUrl,
  IMPORTS_HTTP: unitUrl,
  ANALYTICS_HTTP: unitUrl,
  /** Where workers say whether they are ready; they answer nothing else. */
  IMPORTS_WORKER_INTERNAL: unitUrl.optional(),

  /** The console as it was built; without it, `/` is served by nobody. */
  CONSOLE_DIR: z.string().default(fileURLToPath(new URL('../../console/dist', import.meta.url))),

  /** For tokens that have no limit of their own. */
  RATE_LIMIT_PER_MINUTE: perMinute(600),
  /** For each client address: requests whose authentication failed, and requests to paths that need no token. */
  FAILED_AUTHENTICATIONS_PER_MINUTE: perMinute(300),
  OPEN_REQUESTS_PER_MINUTE: perMinute(3000),
  /** For each token: requests with telemetry, which count apart from the others, at each gateway. */
  OTLP_REQUESTS_PER_MINUTE: perMinute(6000),
  /** A line in the log for each request. */
  ACCESS_LOG: z.stringbool().default(true),
  /** Trusted proxies in front of the gateway, whose `X-Forwarded-For` is used. */
  TRUSTED_PROXY_HOPS: z.coerce.number().int().min(0).max(10).default(0),

  /** A client has this long to send its headers, and its whole request. */
  HEADERS_TIMEOUT_MS: milliseconds(10_000),
  REQUEST_TIMEOUT_MS: milliseconds(30_000),
  /** A unit has this long to begin its answer once the request is whole, and the answer this long to end. */
  UPSTREAM_TIMEOUT_MS: milliseconds(35_000),
  ANSWER_TIMEOUT_MS: milliseconds(300_000),
  /** An export has as long as it needs, but ends when nothing of it could be sent for this long. */
  EXPORT_IDLE_TIMEOUT_MS: milliseconds(60_000),
});

export type GatewayConfig = z.infer<typeof gatewayConfig>;
