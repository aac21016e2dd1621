import { ExternalSecret } from '@kubernetes-models/external-secrets/external-secrets.io/v1/ExternalSecret';
import { validate as httpRoute } from '@kubernetes-models/gateway-api/_schemas/IoK8sSigsGatewayApiApisV1HTTPRoute';
import { PodMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PodMonitor';
import { validate as deployment } from 'kubernetes-models/_schemas/IoK8sApiAppsV1Deployment';
import { validate as statefulSet } from 'kubernetes-models/_schemas/IoK8sApiAppsV1StatefulSet';
import { validate as autoscaler } from 'kubernetes-models/_schemas/IoK8sApiAutoscalingV2HorizontalPodAutoscaler';
import { validate as job } from 'kubernetes-models/_schemas/IoK8sApiBatchV1Job';
import { validate as configMap } from 'kubernetes-models/_schemas/IoK8sApiCoreV1ConfigMap';
import { validate as pod } from 'kubernetes-models/_schemas/IoK8sApiCoreV1Pod';
import { validate as secret } from 'kubernetes-models/_schemas/IoK8sApiCoreV1Secret';
import { validate as service } from 'kubernetes-models/_schemas/IoK8sApiCoreV1Service';
import { validate as serviceAccount } from 'kubernetes-models/_schemas/IoK8sApiCoreV1ServiceAccount';
import { validate as ingress } from 'kubernetes-models/_schemas/IoK8sApiNetworkingV1Ingress';
import { validate as networkPolicy } from 'kubernetes-models/_schemas/IoK8sApiNetworkingV1NetworkPolicy';
import { validate as disruptionBudget } from 'kubernetes-models/_schemas/IoK8sApiPolicyV1PodDisruptionBudget';
import type { Manifest } from './render-chart.ts';

/** Kubernetes' own schemas, compiled to functions by the packages that carry them. */
type Validator = ((data: unknown) => boolean) & { errors?: unknown };

const VALIDATORS: Record<string, Validator> = {
  'apps/v1 Deployment': deployment,
  'apps/v1 StatefulSet': statefulSet,
  'autoscaling/v2 HorizontalPodAutoscaler': autoscaler,
  'batch/v1 Job': job,
  'v1 ConfigMap': configMap,
  'v1 Pod': pod,
  'v1 Secret': secret,
  'v1 Service': service,
  'v1 ServiceAccount': serviceAccount,
  'networking.k8s.io/v1 Ingress': ingress,
  'networking.k8s.io/v1 NetworkPolicy': networkPolicy,
  'policy/v1 PodDisruptionBudget': disruptionBudget,
  'gateway.networking.k8s.io/v1 HTTPRoute': httpRoute,
  'external-secrets.io/v1 ExternalSecret': byModel(ExternalSecret),
  'monitoring.coreos.com/v1 PodMonitor': byModel(PodMonitor),
};

/** Packages of custom resources show only their models, which throw. */
function byModel(Model: new (data: never) => { validate(): void }): Validator {
  return (data) => {
    new Model(data as never).validate();
    return true;
  };
}

/** What is wrong with a manifest by the schema of its kind; fields that the kind does not have are wrong too. */
export function problemsOf(manifest: Manifest): string[] {
  const kind = `${manifest.apiVersion} ${manifest.kind}`;
  const validate = VALIDATORS[kind];
  if (!validate) return [`there is no schema for ${kind}`];
  const { watched, unread } = watch(manifest);
  if (!validate(watched)) return [JSON.stringify(validate.errors)];
  return unread().map((path) => `${path} is not a field of ${kind}`);
}

/**
 * The schemas let unknown fields pass, as Kubernetes' own do. But a validator reads each field that it knows, so a field that it
 * never asked for is one that the kind does not have: a typing error that the API server would drop or refuse.
 */
function watch(root: object): { watched: unknown; unread(): string[] } {
  const unknown = new Map<string, Set<string>>();
  const wrap = (value: unknown, path: string): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const left = new Set(Array.isArray(value) ? [] : Object.keys(value));
    unknown.set(path, left);
    const wrapped = new Map<string, unknown>();
    return new Proxy(value, {
      get(target, key) {
        if (typeof key !== 'string') return Reflect.get(target, key);
        left.delete(key);
        if (!wrapped.has(key)) wrapped.set(key, wrap(Reflect.get(target, key), `${path}.${key}`));
        return wrapped.get(key);
      },
      ownKeys(target) {
        left.clear(); // a map: every name is allowed
        return Reflect.ownKeys(target);
      },
    });
  };
  const watched = wrap(root, '');
  return {
    watched,
    unread: () => [...unknown].flatMap(([path, left]) => [...left].map((key) => `${path}.${key}`.slice(1))),
  };
}
