import { z } from 'zod';
import { brokerAddress } from '../events/broker-address.ts';

/** Settings that several units share, as pieces of a config schema. */
const port = z.coerce.number().int().min(0).max(65535);

/** `localhost:8080` is a URL too, of a scheme called localhost. */
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' });

const jsonText = z.string().transform((text, context) => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    context.addIssue({ code: 'custom', message: 'is not JSON' });
    return z.NEVER;
  }
});

export const processSettings = {
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  BIND_HOST: z.string().default('0.0.0.0'),
  INTERNAL_PORT: port.default(9090),
  /**
   * Lets several processes listen on the same ports; the kernel deals out connections (Linux). For a supervisor that starts a unit
   * anew beside the one that leaves, and sees to it itself that the ports are its own.
   */
  SHARE_PORTS: z.stringbool().default(false),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  /** Where the stores keep their data, for a unit that shares a disk with them; below the minimum nothing new is taken. */
  STORAGE_DIR: z.string().optional(),
  MIN_FREE_BYTES: z.coerce
    .number()
    .int()
    .min(0)
    .default(256 * 1024 * 1024),
  /** After SIGTERM a unit says that it is not ready and goes on answering for this long, until no one sends to it any more. */
  SHUTDOWN_DRAIN_MS: z.coerce.number().int().min(0).default(0),
  /** Then it takes no more, and has this long to finish what is under way. */
  SHUTDOWN_GRACE_MS: z.coerce.number().int().min(0).default(15_000),
};

const principalKey = z.object({
  kid: z.string().min(1),
  secret: z.base64url().min(43, 'needs 32 bytes or more, base64url'),
});

/** The first key signs, all verify: rotation adds a key in front, then drops the old one. */
export const PRINCIPAL_KEYS = jsonText.pipe(z.array(principalKey).min(1));

const secretKey = z.object({ kid: z.string().min(1), key: z.base64url().length(43, 'must be 32 bytes, base64url') });
export const SECRET_KEYS = jsonText.pipe(z.array(secretKey).min(1));

export const httpSettings = {
  HTTP_PORT: port.default(8080),
  PRINCIPAL_KEYS,
  /** What one entity's bodies and answers may add up to while others ask too; beyond it, its requests wait for each other. */
  ENTITY_BYTES_PER_SECOND: z.coerce
    .number()
    .int()
    .min(64 * 1024)
    .default(2 * 1024 ** 2),
};

/** `RPC_TOKEN` is the shared secret that calls between units carry; TLS when the three files are named, all or none. */
export const rpcSettings = {
  GRPC_PORT: port.default(9000),
  RPC_TOKEN: z.string().min(32),
  GRPC_TLS_CA_FILE: z.string().optional(),
  GRPC_TLS_CERT_FILE: z.string().optional(),
  GRPC_TLS_KEY_FILE: z.string().optional(),
};

export const postgresSettings = {
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, 'must be a postgres:// URL'),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(200).default(10),
};

function isBrokerAddress(text: string): boolean {
  try {
    return brokerAddress(text).servers !== undefined;
  } catch {
    return false;
  }
}

export const brokerSettings = {
  NATS_URL: z
    .string()
    .refine(isBrokerAddress, 'must be nats://user:password@host:port,…, with %XX for what a URL reserves'),
  NATS_NAMESPACE: z
    .string()
    .regex(/^[a-z0-9_]{1,40}$/, 'must be 1 to 40 of a-z, 0-9 and _')
    .default('linescope'),
  /** The most each stream may hold; the broker reserves it. */
  NATS_STREAM_BYTES: z.coerce
    .number()
    .int()
    .min(1024 * 1024)
    .default(1024 ** 3),
  NATS_REPLICAS: z.coerce.number().int().min(1).max(5).default(1),
};

export const clickHouseSettings = {
  CLICKHOUSE_URL: httpUrl,
  CLICKHOUSE_DATABASE: z
    .string()
    .regex(/^[a-z0-9_]{1,60}$/)
    .default('linescope'),
  CLICKHOUSE_CLUSTER: z
    .string()
    .regex(/^[A-Za-z0-9_]{1,60}$/)
    .optional(),
};

/** `proxy.example:3128` is one, too. */
function isProxy(text: string): boolean {
  const url = URL.parse(text.includes('://') ? text : `http://${text}`);
  if (url === null || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash) return false;
  try {
    return decodeURIComponent(url.username + url.password) !== null;
  } catch {
    return false;
  }
}

const proxyUrl = z
  .string()
  .refine(isProxy, 'must be http[s]://user:password@host:port, with %XX for what a URL reserves')
  .optional();

/** The proxy to hosts outside, of units that call any; in lower case as well, as other programs read them. */
export const proxySettings = {
  HTTPS_PROXY: proxyUrl,
  https_proxy: proxyUrl,
  HTTP_PROXY: proxyUrl,
  http_proxy: proxyUrl,
  NO_PROXY: z.string().optional(),
  no_proxy: z.string().optional(),
};

export const mailSettings = {
  /** Where links in mails lead. */
  PUBLIC_BASE_URL: httpUrl.default('http://localhost:8080'),
  /** `smtp[s]://user:password@host:port`; without it, mails are files in `DATA_DIR/mail`. */
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must be an smtp:// or smtps:// URL')
    .optional(),
  MAIL_FROM: z.string().min(3).default('Linescope <no-reply@localhost>'),
  DATA_DIR: z.string().default('/var/lib/linescope'),
};

export const serviceSettings = {
  ...processSettings,
  ...httpSettings,
  ...rpcSettings,
  ...postgresSettings,
  ...brokerSettings,
};

export type ProcessConfig = z.infer<z.ZodObject<typeof processSettings>>;
export type RpcConfig = z.infer<z.ZodObject<typeof rpcSettings>>;
export type PostgresConfig = z.infer<z.ZodObject<typeof postgresSettings>>;
export type BrokerConfig = z.infer<z.ZodObject<typeof brokerSettings>>;
export type ClickHouseConfig = z.infer<z.ZodObject<typeof clickHouseSettings>>;
export type MailConfig = z.infer<z.ZodObject<typeof mailSettings>>;
export type PrincipalKeys = z.infer<typeof PRINCIPAL_KEYS>;
export type SecretKeys = z.infer<typeof SECRET_KEYS>;
export type ServiceConfig = z.infer<z.ZodObject<typeof serviceSettings>>;
