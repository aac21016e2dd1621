import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configSchema as analyticsConfig } from '@linescope/analytics/config';
import { readConfig } from '@linescope/chassis/config/read-config';
import { BROKER_USERS, type BrokerUser, natsAuthorization } from '@linescope/chassis/events/broker-users';
import { configSchema as defectsReleasesConfig } from '@linescope/defects-releases/config';
import { configSchema as developersTeamsConfig } from '@linescope/developers-teams/config';
import { gatewayConfig } from '@linescope/gateway/config';
import { configSchema as identityConfig } from '@linescope/identity/config';
import { configSchema as importsConfig } from '@linescope/imports/config';
import { ROOT } from '@linescope/one-machine/settings';
import { argumentsOf, UNITS } from '@linescope/one-machine/stack/units';
import { migrationSettings } from '@linescope/setup/run-migrations';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { problemsOf } from '../support/chart/check-manifest.ts';
import { environmentOf, portsBehind, workloadsOf } from '../support/chart/read-manifests.ts';
import { CHART, findHelm, type Manifest, renderChart, valueSets } from '../support/chart/render-chart.ts';
import { readStack } from '../support/read-compose.ts';

const helm = findHelm();
const CONFIGS: Record<string, z.ZodObject> = {
  gateway: gatewayConfig,
  identity: identityConfig,
  'developers-teams': developersTeamsConfig,
  'defects-releases': defectsReleasesConfig,
  imports: importsConfig,
  'imports-worker': importsConfig,
  analytics: analyticsConfig,
};

const schemaNode: z.ZodType<SchemaNode> = z.lazy(() =>
  z.looseObject({
    description: z.string().optional(),
    properties: z.record(z.string(), schemaNode).optional(),
    additionalProperties: z.unknown().optional(),
  }),
);
interface SchemaNode {
  description?: string | undefined;
  properties?: Record<string, SchemaNode> | undefined;
  additionalProperties?: unknown;
}
/** As the server reads them: from its environment. */
const passwordVariable = (user: string) => `${user.toUpperCase().replaceAll('-', '_')}_NATS_PASSWORD`;
const PASSWORD_VARIABLES = Object.fromEntries(
  BROKER_USERS.map((user) => [user, `$${passwordVariable(user)}`]),
) as Record<BrokerUser, string>;
const readText = (file: string) => readFileSync(join(CHART, file), 'utf8');

describe('the values', () => {
  const schema: unknown = JSON.parse(readText('values.schema.json'));
  const values: unknown = parse(readText('values.yaml'));

  test('are all described, and nothing is described that is not there', () => {
    const undescribed: string[] = [];
    const compare = (node: SchemaNode, value: unknown, path: string) => {
      if (path !== '' && !node.description) undescribed.push(`${path} has no description`);
      if (!node.properties || path === 'secrets.values') return;
      const known = Object.keys(z.record(z.string(), z.unknown()).parse(value));
      for (const name of known) if (!node.properties[name]) undescribed.push(`${path}.${name} is not in the schema`);
      for (const [name, child] of Object.entries(node.properties)) {
        if (name === 'global') continue;
        if (!known.includes(name)) undescribed.push(`${path}.${name} has no default`);
        else compare(child, Object(value)[name], path === '' ? name : `${path}.${name}`);
      }
    };
    compare(schemaNode.parse(schema), values, '');
    expect(undescribed).toEqual([]);
  });

  test('fit their schema, and a misspelt or wrong one does not', () => {
    const fits = new Ajv({ strict: true, allowUnionTypes: true }).compile(Object(schema));
    expect([fits(values), fits.errors]).toEqual([true, null]);
    expect(fits({ gatway: {} })).toBe(false);
    expect(fits({ analytics: { autoscaling: { cpuPercent: 700 } } })).toBe(false);
  });
});

const where = helm ? 'the chart, rendered by Helm' : 'SKIPPED, no Helm 3 runs on this machine: the chart, rendered';
describe.skipIf(!helm)(where, () => {
  const rendered = new Map<string, Manifest[]>();
  const render = (name: string, args: string[]) => {
    const known = rendered.get(name) ?? renderChart(helm ?? '', args);
    rendered.set(name, known);
    return known;
  };
  const byDefault = () => render('the defaults', []);

  test.each(valueSets())('is what Kubernetes takes, with $name', ({ name, args }) => {
    const manifests = render(name, args);
    expect(manifests.length).toBeGreaterThan(30);
    const problems = manifests.flatMap((manifest) =>
      problemsOf(manifest).map((problem) => `${manifest.kind} ${manifest.metadata.name}: ${problem}`),
    );
    expect(problems).toEqual([]);
    const names = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(names.filter((each, index) => names.indexOf(each) !== index)).toEqual([]);
  });

  test('would be refused with a field that does not exist, a wrong type, or a field missing', () => {
    const change = (edit: (text: string) => string): string[] => {
      const deployment = byDefault().find(({ kind }) => kind === 'Deployment');
      return problemsOf(JSON.parse(edit(JSON.stringify(deployment))));
    };
    expect(change((text) => text)).toEqual([]);
    expect(change((text) => text.replace('"readinessProbe"', '"readynessProbe"')).join()).toContain('readynessProbe');
    expect(change((text) => text.replace('"containerPort":8080', '"containerPort":"http"'))).not.toEqual([]);
    expect(change((text) => text.replace('"selector"', '"selectors"'))).not.toEqual([]);
  });

  test('has a Deployment, an autoscaler and a disruption budget for each unit', () => {
    for (const kind of ['Deployment', 'HorizontalPodAutoscaler', 'PodDisruptionBudget']) {
      const names = byDefault()
        .filter((manifest) => manifest.kind === kind)
        .map(({ metadata }) => metadata.name);
      expect([kind, UNITS.filter(({ name }) => !names.includes(`demo-${name}`))]).toEqual([kind, []]);
    }
  });

  test('runs each unit by its own program, with settings that the unit itself accepts and knows', () => {
    for (const unit of UNITS) {
      const workload = workloadsOf(byDefault()).find(({ name }) => name === `demo-${unit.name}`);
      const [container] = workload?.pod.containers ?? [];
      const config = CONFIGS[unit.name];
      if (!container || !config) throw new Error(`${unit.name} has no container`);
      expect(container.args).toEqual(argumentsOf(unit));
      expect(existsSync(join(ROOT, unit.entry))).toBe(true);

      const environment = environmentOf(container, byDefault());
      expect(Object.keys(environment).filter((name) => !(name in config.shape))).toEqual([]);
      const settings = readConfig(config, environment);
      const ports = Object.fromEntries(container.ports.map(({ name, containerPort }) => [name, containerPort]));
      expect(ports['internal']).toBe(settings['INTERNAL_PORT']);
      if (unit.serves) expect(ports['http']).toBe(settings['PORT'] ?? settings['HTTP_PORT']);
      if (ports['grpc'] !== undefined) expect(ports['grpc']).toBe(settings['GRPC_PORT']);
      for (const [name, address] of Object.entries(environment).filter(([key]) => /_(GRPC|HTTP)$/.test(key))) {
        const expected = name.endsWith('_GRPC') ? 9000 : 8080;
        expect([name, portsBehind(address, byDefault())]).toEqual([name, [expected]]);
      }
    }
  });

  test('gives each unit the certificate of an authority of the operator, where one is named', () => {
    const manifests = render('own authority', ['--set', 'ownAuthority.configMap=authorities']);
    expect(manifests.flatMap(problemsOf)).toEqual([]);
    for (const { name } of UNITS) {
      const deployment = manifests.find(
        ({ kind, metadata }) => kind === 'Deployment' && metadata.name === `demo-${name}`,
      );
      expect(deployment).toMatchObject({
        spec: {
          template: {
            spec: {
              containers: [
                {
                  env: expect.arrayContaining([{ name: 'NODE_EXTRA_CA_CERTS', value: '/etc/own-authority/ca.crt' }]),
                  volumeMounts: expect.arrayContaining([
                    { name: 'own-authority', mountPath: '/etc/own-authority', readOnly: true },
                  ]),
                },
              ],
              volumes: expect.arrayContaining([
                {
                  name: 'own-authority',
                  configMap: { name: 'authorities', items: [{ key: 'ca.crt', path: 'ca.crt' }] },
                },
              ]),
            },
          },
        },
      });
    }
  });

  test.each([
    ['0', 'no proxy', []],
    ['1', 'an ingress', ['--set', 'ingress.enabled=true']],
    ['1', 'a route of the Gateway API', ['--values', join(CHART, 'examples/gateway-api.yaml')]],
    ['2', 'an ingress behind a balancer', ['--set', 'ingress.enabled=true,gateway.trustedProxyHops=2']],
    ['0', 'an ingress that nobody trusts', ['--set', 'ingress.enabled=true,gateway.trustedProxyHops=0']],
  ])('believes %s proxies before the gateway where there is %s', (hops, name, args) => {
    const manifests = render(name, args);
    const container = workloadsOf(manifests).find((each) => each.name === 'demo-gateway')?.pod.containers[0];
    expect(container && environmentOf(container, manifests)['TRUSTED_PROXY_HOPS']).toBe(hops);
  });

  test('names no variable of a unit twice', () => {
    const manifests = render('large.yaml', ['--values', join(CHART, 'examples/large.yaml')]);
    for (const { name, pod } of workloadsOf(manifests)) {
      const names = pod.containers.flatMap(({ env }) => env.map((variable) => variable.name));
      expect([name, names.filter((each, index) => names.indexOf(each) !== index)]).toEqual([name, []]);
    }
  });

  test('gives the units that call code hosts and sign-in providers the proxy to them, and no other unit', () => {
    const proxyOf = (manifests: Manifest[]) =>
      Object.fromEntries(
        UNITS.map(({ name }) => {
          const workload = workloadsOf(manifests).find((each) => each.name === `demo-${name}`);
          const container = workload?.pod.containers[0];
          const env = container ? environmentOf(container, manifests) : {};
          return [name, [env['HTTPS_PROXY'], env['HTTP_PROXY'], env['NO_PROXY']]];
        }),
      );
    const none = [undefined, undefined, undefined];
    const others = { gateway: none, 'developers-teams': none, 'defects-releases': none, analytics: none };
    const given = ['http://proxy.example:3128', '', '.example'];
    const set = ['https=http://proxy.example:3128', 'except=.example'].flatMap((value) => [
      '--set',
      `outgoingProxy.${value}`,
    ]);
    const callers = { identity: given, imports: given, 'imports-worker': given };
    expect(proxyOf(render('a proxy', set))).toEqual({ ...others, ...callers });

    const url = 'http://ada:secret@proxy.example:3128';
    const manifests = render('a proxy with a password', [
      '--set',
      `outgoingProxy.fromSecret=true,secrets.values.HTTPS_PROXY=${url},secrets.values.HTTP_PROXY=${url}`,
    ]);
    expect(manifests.flatMap(problemsOf)).toEqual([]);
    expect(proxyOf(manifests)['identity']).toEqual([url, url, '']);
    const visible = manifests.filter(({ kind }) => kind !== 'Secret');
    expect(JSON.stringify(visible)).not.toContain('ada:secret');
  });

  test('sets for each unit and for the migrations what compose sets, and opens the same ports', () => {
    const manifests = render('large.yaml', ['--values', join(CHART, 'examples/large.yaml')]);
    const { services } = readStack('docker-compose.yml');
    const containers = workloadsOf(manifests).flatMap(({ name, pod }) =>
      pod.containers.map((container) => ({ name, container })),
    );
    const pairs = [...UNITS.map(({ name }) => [name, name]), ['migrate', 'migrations']];
    for (const [inCompose = '', inChart = ''] of pairs) {
      const service = services[inCompose];
      const container = containers.find(({ name }) => name === `demo-${inChart}`)?.container;
      if (!service || !container) throw new Error(`${inCompose} is not in both`);
      expect(container.args).toEqual(service.command);
      const set = container.env.map(({ name }) => name);
      const asked = Object.keys(service.environment).map((name) => name.replace(/_FILE$/, ''));
      expect([inCompose, asked.filter((name) => !set.includes(name))]).toEqual([inCompose, []]);
    }
    const gateway = containers.find(({ name }) => name === 'demo-gateway')?.container;
    const [published = ''] = services['gateway']?.ports ?? [];
    expect(gateway?.ports.find(({ name }) => name === 'http')?.containerPort).toBe(Number(published.split(':')[1]));
    const migrate = containers.find(({ name }) => name === 'demo-migrations')?.container;
    if (!migrate) throw new Error('there are no migrations');
    expect(readConfig(migrationSettings, environmentOf(migrate, manifests)).CLICKHOUSE_CLUSTER).toBe('linescope');
  });

  test.each(valueSets())('lets nothing run as root, write to its image or gain a privilege, with $name', (set) => {
    for (const { name, pod } of workloadsOf(render(set.name, set.args))) {
      expect([name, pod.securityContext]).toEqual([
        name,
        expect.objectContaining({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } }),
      ]);
      expect([name, pod.automountServiceAccountToken]).toEqual([name, false]);
      for (const { securityContext } of pod.containers)
        expect([name, securityContext]).toEqual([
          name,
          { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
        ]);
    }
  });

  test('lets traffic from outside reach the gateway and nothing else', () => {
    const rule = z.looseObject({ from: z.array(z.looseObject({})).optional() });
    const policy = z.looseObject({
      metadata: z.looseObject({ name: z.string() }),
      spec: z.looseObject({
        podSelector: z.looseObject({ matchLabels: z.record(z.string(), z.string()) }),
        ingress: z.array(rule).default([]),
      }),
    });
    const policies = byDefault()
      .filter(({ kind }) => kind === 'NetworkPolicy')
      .map((manifest) => policy.parse(manifest));
    const open = policies.filter(({ spec }) =>
      spec.ingress.some(({ from }) => from === undefined || from.length === 0),
    );
    expect(open.map(({ metadata }) => metadata.name)).toEqual(['demo-gateway']);
    const closed = policies.find(({ spec }) => spec.ingress.length === 0);
    for (const { labels } of workloadsOf(byDefault()))
      expect(labels).toMatchObject(closed?.spec.podSelector.matchLabels ?? {});
  });

  test('lets nobody send anything abroad but those who ask code hosts, sign-in providers and mail servers', () => {
    const rule = z.looseObject({
      to: z.array(z.looseObject({ podSelector: z.looseObject({}).optional() })).optional(),
    });
    const policy = z.looseObject({
      metadata: z.looseObject({ name: z.string() }),
      spec: z.looseObject({ policyTypes: z.array(z.string()), egress: z.array(rule).default([]) }),
    });
    const closed = (manifests: Manifest[]) =>
      manifests.flatMap((one) => (one.kind === 'NetworkPolicy' ? [policy.parse(one)] : []));
    const abroad = (manifests: Manifest[]) =>
      closed(manifests)
        .filter(({ spec }) =>
          spec.egress.some(
            (one) => !('ports' in one) && (one.to ?? [{}]).some(({ podSelector }) => podSelector === undefined),
          ),
        )
        .map(({ metadata }) => metadata.name);
    expect(closed(byDefault())[0]?.spec.policyTypes).toEqual(['Ingress', 'Egress']);
    expect(abroad(byDefault()).sort()).toEqual([
      'demo-developers-teams-out',
      'demo-identity-out',
      'demo-imports-out',
      'demo-imports-worker-out',
    ]);
    // Postgres asks nobody; every other unit has a list of its own.
    const listed = closed(byDefault()).flatMap(({ metadata }) => /^demo-(.*)-out$/.exec(metadata.name)?.[1] ?? []);
    for (const { name } of workloadsOf(byDefault()))
      if (name !== 'demo-postgres') expect(listed).toContain(name.replace(/^demo-|-\d+$/g, ''));
  });

  test('gives each unit a user of its own at the broker, with the rights that its code needs and no others', () => {
    const config = byDefault().find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'demo-nats');
    const text = z.record(z.string(), z.string()).parse(config?.['data'])['nats.conf'] ?? '';
    expect(readText('files/nats-users.conf')).toBe(`${natsAuthorization(PASSWORD_VARIABLES)}\n`);
    expect(text.replaceAll(/\s+/g, ' ')).toContain(natsAuthorization(PASSWORD_VARIABLES).replaceAll(/\s+/g, ' '));
    expect(text).toContain('sync_interval: always');
    const [broker] = workloadsOf(byDefault()).find(({ name }) => name === 'demo-nats')?.pod.containers ?? [];
    if (!broker) throw new Error('there is no broker');
    const passwords = environmentOf(broker, byDefault());
    for (const { name, service = name } of UNITS) {
      const [container] = workloadsOf(byDefault()).find((one) => one.name === `demo-${name}`)?.pod.containers ?? [];
      if (!container) throw new Error(`${name} has no container`);
      const { username, password } = new URL(environmentOf(container, byDefault())['NATS_URL'] ?? '');
      expect([name, username]).toEqual([name, service]);
      expect(password).toBe(passwords[passwordVariable(username)]);
    }
    expect(new Set(BROKER_USERS.map((user) => passwords[passwordVariable(user)])).size).toBe(BROKER_USERS.length);
  });

  test('asks only for keys that its Secret holds', () => {
    const secret = byDefault().find(({ kind }) => kind === 'Secret');
    const keys = Object.keys(Object(secret?.['stringData']));
    const asked = JSON.stringify(byDefault()).matchAll(/"secretKeyRef":\{"name":"([^"]+)","key":"([^"]+)"/g);
    for (const [, name, key] of asked) {
      expect(name).toBe('demo');
      expect(keys).toContain(key);
    }
  });

  test('spreads ClickHouse over shards and replicas, and keeps each stream on three brokers', () => {
    const manifests = render('large.yaml', ['--values', join(CHART, 'examples/large.yaml')]);
    const servers = manifests.filter(
      ({ kind, metadata }) => kind === 'StatefulSet' && /clickhouse-\d$/.test(metadata.name),
    );
    expect(servers).toHaveLength(4);
    const config = manifests.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'demo-clickhouse');
    const data = z.record(z.string(), z.string()).parse(config?.['data']);
    const { remote_servers } = parse(data['server.yaml'] ?? '');
    expect(remote_servers.linescope.shard.map(({ replica }: { replica: unknown[] }) => replica.length)).toEqual([
      3, 3, 3, 3,
    ]);
    const analytics = workloadsOf(manifests).find(({ name }) => name === 'demo-analytics')?.pod.containers[0];
    if (!analytics) throw new Error('analytics has no container');
    expect(environmentOf(analytics, manifests)).toMatchObject({ NATS_REPLICAS: '3', CLICKHOUSE_CLUSTER: 'linescope' });
  });
});
