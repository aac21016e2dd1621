import { randomBytes } from 'node:crypto';
import { BROKER_USERS } from '@linescope/chassis/events/broker-users';
import { z } from 'zod';
import { readJson, writePrivateJson } from './private-file.ts';

export const Demo = z.object({ entity_slug: z.string(), api_token: z.string(), admin_token: z.string() });
export type Demo = z.infer<typeof Demo>;

const Secrets = z.object({
  postgres_password: z.string(),
  /** By user of the broker. */
  nats_passwords: z.record(z.enum(BROKER_USERS), z.string()),
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

/** A folder of an earlier version lacks what came later. */
const KeptSecrets = Secrets.partial().extend({
  nats_passwords: z.partialRecord(z.enum(BROKER_USERS), z.string()).optional(),
});

/** The secrets of a data folder: made at its first start, the same ever after. */
export function ensureSecrets(path: string, services: readonly string[]): Secrets {
  const kept = KeptSecrets.parse(readJson(path) ?? {});
  const secrets: Secrets = {
    postgres_password: kept.postgres_password ?? random(24),
    nats_passwords: { ...passwordsFor(BROKER_USERS), ...kept.nats_passwords },
    clickhouse_password: kept.clickhouse_password ?? random(24),
    role_passwords: { ...passwordsFor(services), ...kept.role_passwords },
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

const passwordsFor = <Name extends string>(names: readonly Name[]): Record<Name, string> =>
  Object.fromEntries(names.map((name) => [name, random(24)])) as Record<Name, string>;

function random(bytes: number): string {
  return randomBytes(bytes).toString('base64url');
}
