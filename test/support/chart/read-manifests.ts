import { z } from 'zod';
import type { Manifest } from './render-chart.ts';

const port = z.looseObject({ name: z.string(), containerPort: z.number() });
const variable = z.looseObject({
  name: z.string(),
  value: z.string().optional(),
  valueFrom: z
    .looseObject({ secretKeyRef: z.object({ name: z.string(), key: z.string(), optional: z.boolean().optional() }) })
    .or(z.looseObject({ fieldRef: z.unknown() }))
    .optional(),
});
const container = z.looseObject({
  name: z.string(),
  args: z.array(z.string()).default([]),
  ports: z.array(port).default([]),
  env: z.array(variable).default([]),
  securityContext: z.looseObject({}).default({}),
});
const podSpec = z.looseObject({
  containers: z.array(container),
  securityContext: z.looseObject({}).default({}),
  automountServiceAccountToken: z.boolean().optional(),
});
const withTemplate = z.looseObject({
  spec: z.looseObject({
    template: z.looseObject({
      metadata: z.looseObject({ labels: z.record(z.string(), z.string()) }),
      spec: podSpec,
    }),
  }),
});
const barePod = z.looseObject({
  metadata: z.looseObject({ labels: z.record(z.string(), z.string()) }),
  spec: podSpec,
});

export type Container = z.infer<typeof container>;

export interface Workload {
  kind: string;
  name: string;
  labels: Record<string, string>;
  pod: z.infer<typeof podSpec>;
}

/** Everything that makes pods, and the pods it makes. */
export function workloadsOf(manifests: Manifest[]): Workload[] {
  return manifests.flatMap((manifest) => {
    const { kind, metadata } = manifest;
    if (kind === 'Pod') {
      const pod = barePod.parse(manifest);
      return [{ kind, name: metadata.name, labels: pod.metadata.labels, pod: pod.spec }];
    }
    if (!['Deployment', 'StatefulSet', 'Job'].includes(kind)) return [];
    const { template } = withTemplate.parse(manifest).spec;
    return [{ kind, name: metadata.name, labels: template.metadata.labels, pod: template.spec }];
  });
}

const secretData = z.looseObject({ stringData: z.record(z.string(), z.string()) });

/** The environment a container would start with; secrets are looked up in the release's own. */
export function environmentOf({ env }: Container, manifests: Manifest[]): Record<string, string> {
  const secrets = manifests
    .filter(({ kind }) => kind === 'Secret')
    .map((secret) => secretData.parse(secret).stringData);
  const pairs = env.flatMap(({ name, value, valueFrom }): [string, string][] => {
    if (value !== undefined) return [[name, value]];
    if (!valueFrom || !('secretKeyRef' in valueFrom)) return [];
    const { key } = z.object({ key: z.string() }).loose().parse(valueFrom.secretKeyRef);
    const found = secrets.map((secret) => secret[key]).find((text) => text !== undefined);
    return found === undefined ? [] : [[name, found]];
  });
  return Object.fromEntries(pairs);
}

const serviceSpec = z.looseObject({
  metadata: z.looseObject({ name: z.string() }),
  spec: z.looseObject({
    selector: z.record(z.string(), z.string()),
    ports: z.array(z.looseObject({ port: z.number(), targetPort: z.string() })),
  }),
});

/** The container ports that an address of the release leads to; none when nothing answers there. */
export function portsBehind(address: string, manifests: Manifest[]): number[] {
  const { hostname, port } = new URL(address.includes('://') ? address : `any://${address}`);
  const service = manifests
    .filter(({ kind, metadata }) => kind === 'Service' && metadata.name === hostname)
    .map((found) => serviceSpec.parse(found))[0];
  const target = service?.spec.ports.find((open) => open.port === Number(port || 80))?.targetPort;
  if (!service || target === undefined) return [];
  return workloadsOf(manifests)
    .filter(({ labels }) => Object.entries(service.spec.selector).every(([key, value]) => labels[key] === value))
    .flatMap(({ pod }) => pod.containers)
    .flatMap(({ ports }) => ports.filter(({ name }) => name === target).map(({ containerPort }) => containerPort));
}
