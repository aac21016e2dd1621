import { createInterface } from 'node:readline';
import { readConfig } from '@linescope/chassis/config/read-config';
import {
  mailSettings,
  postgresSettings,
  proxySettings,
  rpcSettings,
  SECRET_KEYS,
} from '@linescope/chassis/config/settings';
import { type Broker, connectBroker } from '@linescope/chassis/events/broker';
import { createOutbox } from '@linescope/chassis/events/outbox';
import { migratePostgres } from '@linescope/chassis/postgres/migrate';
import { createPostgres } from '@linescope/chassis/postgres/postgres';
import { openRpcClient } from '@linescope/chassis/rpc/rpc-client';
import { createSecretBox } from '@linescope/chassis/secrets/secret-box';
import { type Command, UsageError } from '@linescope/command-line/command';
import type { Calls } from '@linescope/proto/calls';
import {
  type AnalyticsDefinition,
  analyticsRpc,
  type DevelopersTeamsDefinition,
  developersTeamsRpc,
} from '@linescope/proto/services';
import type { Egress } from '@linescope/providers/pacing/transport';
import { z } from 'zod';
import { NATS_ADMIN_URL, NEIGHBOURS } from '../config.ts';
import type { Context } from '../context.ts';
import { egressOf } from '../egress.ts';
import { MIGRATIONS } from '../store/migrations.ts';

/** The actor that the audit log names for commands. */
export const OPERATOR = 'operator';

const configSchema = z.object({
  ...postgresSettings,
  SECRET_KEYS,
  NATS_URL: z.string().optional(),
  NATS_ADMIN_URL,
  NATS_NAMESPACE: z.string().default('linescope'),
  ...proxySettings,
  ALLOW_PRIVATE_ADDRESSES: z.stringbool().default(false),
  PUBLIC_BASE_URL: mailSettings.PUBLIC_BASE_URL,
});
const neighbourSchema = z.object({ ...rpcSettings, DEVELOPERS_TEAMS_GRPC: NEIGHBOURS.DEVELOPERS_TEAMS_GRPC });
const analyticsSchema = z.object({ ...rpcSettings, ANALYTICS_GRPC: NEIGHBOURS.ANALYTICS_GRPC });

export type AdminCommand = Command<AdminContext>;

/** What the commands work with. It writes to the outbox; the running service publishes what it finds there. */
export interface AdminContext extends Context {
  egress: Egress;
  publicBaseUrl: string;
  env: Record<string, string | undefined>;
  /** Connected on first use: most commands need no broker. */
  broker(): Promise<Broker>;
  developersTeams(): Calls<DevelopersTeamsDefinition>;
  analytics(): Calls<AnalyticsDefinition>;
  /** A secret: all of standard input, or a variable. Never an argument, which everyone on the machine can read. */
  readSecret(variable: string, fromStdin: boolean): Promise<string>;
  /** A line that somebody types, or that standard input holds. */
  readLine(question: string): Promise<string>;
  close(): Promise<void>;
}

export async function openAdminContext(env: Record<string, string | undefined>): Promise<AdminContext> {
  const config = readConfig(configSchema, env);
  const postgres = createPostgres(config.DATABASE_URL, 3);
  const names = { namespace: config.NATS_NAMESPACE, service: 'identity' };
  let broker: Promise<Broker> | undefined;
  const clients: (() => unknown)[] = [];
  const onStop = (_name: string, stop: () => unknown) => void clients.push(stop);
  const close = async () => {
    for (const stop of clients) stop();
    await (await broker)?.close();
    await postgres.close();
  };
  try {
    await migratePostgres(postgres, MIGRATIONS);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    postgres,
    outbox: createOutbox(names),
    secretBox: createSecretBox(config.SECRET_KEYS),
    egress: egressOf(config),
    publicBaseUrl: config.PUBLIC_BASE_URL.replace(/(?<!\/)\/+$/, ''),
    env,
    broker() {
      if (config.NATS_URL === undefined) throw new UsageError('NATS_URL is required for this command.');
      broker ??= connectBroker(config.NATS_ADMIN_URL ?? config.NATS_URL, config.NATS_NAMESPACE, 'admin', {
        onWait: (servers) => process.stderr.write(`The broker at ${servers} cannot be reached, retrying.\n`),
      });
      return broker;
    },
    developersTeams() {
      const config = readConfig(neighbourSchema, env);
      return openRpcClient({ config, onStop }, developersTeamsRpc, config.DEVELOPERS_TEAMS_GRPC);
    },
    analytics() {
      const config = readConfig(analyticsSchema, env);
      return openRpcClient({ config, onStop }, analyticsRpc, config.ANALYTICS_GRPC);
    },
    readLine,
    readSecret: (variable, fromStdin) => readSecret(env, variable, fromStdin),
    close,
  };
}

async function readSecret(
  env: Record<string, string | undefined>,
  variable: string,
  fromStdin: boolean,
): Promise<string> {
  const text = (fromStdin ? await readStdin() : (env[variable] ?? '')).trim();
  if (text === '') {
    throw new UsageError(fromStdin ? 'Standard input is empty.' : `Give --token-stdin, or set ${variable}.`);
  }
  return text;
}

async function readStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

async function readLine(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await new Promise((resolve) => {
      lines.once('close', () => resolve(''));
      lines.question(question, resolve);
    });
  } finally {
    lines.close();
  }
}
