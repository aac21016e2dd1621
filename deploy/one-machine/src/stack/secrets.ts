import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { readJson, writePrivateJson } from './private-file.ts';

export const Demo = z.object({ entity_slug: z.string(), api_token: z.string(), admin_token: z.string() });
export type Demo = z.infer<typeof Demo>;

const Secrets = z.object({
  postgres_password: z.string(),
  nats_password: z.string(),
  clickhouse_password: z.string(),
  role_passwords: z.record(z.string(), z.string()),
  principal_keys: z.array(z.object({ kid: z.string(), secret: z.string() })),
  secret_keys: z.array(z.object({ kid: z.string(), key: z.string() })),
  rpc_token: z.string(),
  code_host_token: z.string(),
  demo: Demo.optional(),
  /** The code host that the demo entity was connected to. */
  code_host_url: z.string().optional(),
});
export type Secrets = z.infer<typeof Secrets>;

/** The secrets of a data folder: made at its first start, the same ever after. */
export function ensureSecrets(path: string, services: readonly string[]): Secrets {
  const kept = Secrets.partial().parse(readJson(path) ?? {});
  const rolePasswords = services.map((service) => [service, kept.role_passwords?.[service] ?? random(24)]);
  const secrets: Secrets = {
    postgres_password: kept.postgres_password ?? random(24),
    nats_password: kept.nats_password ?? random(24),
    clickhouse_password: kept.clickhouse_password ?? random(24),
    role_passwords: { ...kept.role_passwords, ...Object.fromEntries(rolePasswords) },
    principal_keys: kept.principal_keys ?? [{ kid: random(6), secret: random(32) }],
    secret_keys: kept.secret_keys ?? [{ kid: random(6), key: random(32) }],
    rpc_token: kept.rpc_token ?? random(32),
    code_host_token: kept.code_host_token ?? random(24),
    ...(kept.demo && { demo: kept.demo }),
    ...(kept.code_host_url && { code_host_url: kept.code_host_url }),
  };
  writePrivateJson(path, secrets);
  return secrets;
}

export function readSecrets(path: string): Secrets {
  return Secrets.parse(readJson(path));
}

export function keepDemo(path: string, demo: Demo, codeHostUrl: string | undefined): void {
  writePrivateJson(path, { ...readSecrets(path), demo, code_host_url: codeHostUrl });
}

function random(bytes: number): string {
  return randomBytes(bytes).toString('base64url');
}
