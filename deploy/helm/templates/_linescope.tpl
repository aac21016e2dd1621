{{/* What every unit shares. Each template takes a dict: `root` is the chart's own scope, `unit` the unit's name. */}}

{{/* The name of the release's own things: "<release>-<unit>"; without a unit, the release's name. */}}
{{- define "linescope.name" -}}
{{- if .unit }}{{ .root.Release.Name | trunc 40 | trimSuffix "-" }}-{{ .unit }}{{ else }}{{ .root.Release.Name | trunc 40 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "linescope.selector" -}}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .unit }}
{{- end }}

{{- define "linescope.labels" -}}
{{ include "linescope.selector" . }}
app.kubernetes.io/name: linescope
app.kubernetes.io/part-of: linescope
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
{{- end }}

{{/* The pod of a unit, beside its containers. */}}
{{- define "linescope.pod" -}}
serviceAccountName: {{ include "linescope.name" (dict "root" .root) }}
automountServiceAccountToken: false
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
{{- /* Drain, then the grace for what is under way, then two seconds to spare. */}}
terminationGracePeriodSeconds: {{ add (div .root.Values.shutdown.drainMs 1000) (div .root.Values.shutdown.graceMs 1000) 2 }}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile: { type: RuntimeDefault }
topologySpreadConstraints:
  {{- range $key := list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
  - maxSkew: 1
    topologyKey: {{ $key }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels: {{ include "linescope.selector" $ | nindent 8 }}
  {{- end }}
{{- with .root.Values.nodeSelector }}
nodeSelector: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.tolerations }}
tolerations: {{ toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* Prometheus finds the internal port by these, with or without its operator. */}}
{{- define "linescope.pod-annotations" -}}
prometheus.io/scrape: "true"
prometheus.io/port: "9090"
{{- with .root.Values.podAnnotations }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* The container of a unit: image, what it may do, and how it is asked for its health. */}}
{{- define "linescope.container" -}}
image: {{ include "linescope.image" . }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
securityContext: {{ include "linescope.locked-down" . | nindent 2 }}
startupProbe:
  httpGet: { path: /readyz, port: internal }
  periodSeconds: 2
  failureThreshold: 150
readinessProbe:
  httpGet: { path: /readyz, port: internal }
  periodSeconds: 2
  timeoutSeconds: 3
  failureThreshold: 2
livenessProbe:
  httpGet: { path: /healthz, port: internal }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
{{- end }}

{{/* One image for every unit; what runs in it is the unit's command. */}}
{{- define "linescope.image" -}}
{{- with .root.Values.image -}}
{{ with .registry }}{{ . }}/{{ end }}{{ .repository }}:{{ .tag | default $.root.Chart.AppVersion }}
{{- end }}
{{- end }}

{{- define "linescope.locked-down" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{/* A variable whose value is a key of the release's Secret. */}}
{{- define "linescope.secret-variable" -}}
- name: {{ .name }}
  valueFrom:
    secretKeyRef: { name: {{ include "linescope.secret-name" . }}, key: {{ .key | default .name }} }
{{- end }}

{{- define "linescope.secret-name" -}}
{{ .root.Values.secrets.existingSecret | default (include "linescope.name" (dict "root" .root)) }}
{{- end }}

{{/* The key of a unit's address of NATS: with users of the bundled one each has its own, at another all have the same. */}}
{{- define "linescope.nats-key" -}}
{{- if .root.Values.nats.bundled.enabled }}{{ .service | default .unit | upper | replace "-" "_" }}_NATS_URL{{ else }}NATS_URL{{ end }}
{{- end }}

{{/* The users of the bundled NATS: one for each service, and the operators' `admin`. */}}
{{- define "linescope.nats-users" -}}
gateway identity developers-teams defects-releases imports analytics admin
{{- end }}

{{/* Variables of every unit. */}}
{{- define "linescope.environment" -}}
- { name: LOG_LEVEL, value: {{ .root.Values.logLevel }} }
- { name: BIND_HOST, value: "0.0.0.0" }
- { name: INTERNAL_PORT, value: "9090" }
- { name: SHUTDOWN_DRAIN_MS, value: {{ .root.Values.shutdown.drainMs | int | quote }} }
- { name: SHUTDOWN_GRACE_MS, value: {{ .root.Values.shutdown.graceMs | int | quote }} }
{{- with .root.Values.ownAuthority }}{{- if .configMap }}
- { name: NODE_EXTRA_CA_CERTS, value: {{ printf "/etc/own-authority/%s" .key | quote }} }
{{- end }}{{- end }}
{{- with .root.Values.tracing.endpoint }}
- { name: OTEL_EXPORTER_OTLP_ENDPOINT, value: {{ . | quote }} }
{{- end }}
- { name: NATS_NAMESPACE, value: linescope }
{{ include "linescope.secret-variable" (dict "root" .root "name" "NATS_URL" "key" (include "linescope.nats-key" .)) }}
{{ include "linescope.secret-variable" (dict "root" .root "name" "RPC_TOKEN") }}
{{ include "linescope.secret-variable" (dict "root" .root "name" "PRINCIPAL_KEYS") }}
{{- end }}

{{/* Variables of a service: those of every unit, its ports, its own database role, and the streams it may have to make. */}}
{{- define "linescope.service-environment" -}}
{{ include "linescope.environment" . }}
- { name: HTTP_PORT, value: "8080" }
- { name: GRPC_PORT, value: "9000" }
- { name: DATABASE_POOL_SIZE, value: {{ .root.Values.postgres.poolSize | int | quote }} }
- { name: NATS_STREAM_BYTES, value: {{ .root.Values.nats.streamBytes | int64 | quote }} }
- { name: NATS_REPLICAS, value: {{ .root.Values.nats.replicas | int | quote }} }
{{ include "linescope.secret-variable" (dict "root" .root "name" "DATABASE_URL" "key" (printf "%s_DATABASE_URL" (.service | upper | replace "-" "_"))) }}
{{- end }}

{{/* Where a unit finds the certificate of an authority of the operator's own, and its volume. */}}
{{- define "linescope.authority-mount" -}}
{{- if .root.Values.ownAuthority.configMap }}
- { name: own-authority, mountPath: /etc/own-authority, readOnly: true }
{{- end }}
{{- end }}

{{- define "linescope.authority-volume" -}}
{{- with .root.Values.ownAuthority }}{{- if .configMap }}
- name: own-authority
  configMap: { name: {{ .configMap }}, items: [{ key: {{ .key }}, path: {{ .key }} }] }
{{- end }}{{- end }}
{{- end }}

{{/* The proxy of units that call code hosts, trackers and sign-in providers. */}}
{{- define "linescope.proxy-environment" -}}
{{- with .root.Values.outgoingProxy -}}
{{- if .fromSecret -}}
{{ include "linescope.secret-variable" (dict "root" $.root "name" "HTTPS_PROXY") }}
- name: HTTP_PROXY
  valueFrom:
    secretKeyRef: { name: {{ include "linescope.secret-name" $ }}, key: HTTP_PROXY, optional: true }
{{- else -}}
- { name: HTTPS_PROXY, value: {{ .https | quote }} }
- { name: HTTP_PROXY, value: {{ .http | quote }} }
{{- end }}
- { name: NO_PROXY, value: {{ .except | quote }} }
{{- end }}
{{- end }}

{{/* Proxies before the gateway. With none, whoever calls could give any address as theirs, and any scheme and host as the gateway's. */}}
{{- define "linescope.trusted-proxy-hops" -}}
{{- $given := .root.Values.gateway.trustedProxyHops }}
{{- if kindIs "invalid" $given }}{{ or .root.Values.ingress.enabled .root.Values.gatewayApi.enabled | ternary 1 0 }}{{ else }}{{ $given | int }}{{ end }}
{{- end }}

{{/* What an operator adds: a map of variables, sorted by name. */}}
{{- define "linescope.extra-environment" -}}
{{- range $name, $value := .values.env }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- end }}

{{/* What an HPA looks at: CPU always; latency or queue depth when an adapter serves them. */}}
{{- define "linescope.cpu-metric" -}}
- type: Resource
  resource:
    name: cpu
    target: { type: Utilization, averageUtilization: {{ .values.autoscaling.cpuPercent }} }
{{- end }}

{{/* Up at once, down slowly: a replica that is taken away takes its caches with it. */}}
{{- define "linescope.scaling-behavior" -}}
scaleUp:
  stabilizationWindowSeconds: 0
scaleDown:
  stabilizationWindowSeconds: 300
  policies:
    - { type: Pods, value: 1, periodSeconds: 60 }
{{- end }}

{{/* The name of the ClickHouse cluster that tables are made on; empty on a single node. */}}
{{- define "linescope.clickhouse-cluster" -}}
{{- if .root.Values.clickhouse.bundled.enabled }}linescope{{ else }}{{ .root.Values.clickhouse.cluster }}{{ end }}
{{- end }}

{{/* A store's pod: as a unit's, with the user that its public image was made for. */}}
{{- define "linescope.store-pod" -}}
automountServiceAccountToken: false
terminationGracePeriodSeconds: 60
securityContext:
  runAsNonRoot: true
  runAsUser: {{ .user }}
  runAsGroup: {{ .user }}
  fsGroup: {{ .user }}
  seccompProfile: { type: RuntimeDefault }
affinity:
  podAntiAffinity:
    preferredDuringSchedulingIgnoredDuringExecution:
      - weight: 100
        podAffinityTerm:
          topologyKey: kubernetes.io/hostname
          labelSelector:
            matchLabels: {{ include "linescope.selector" . | nindent 14 }}
{{- end }}

{{/* The volume of a store. */}}
{{- define "linescope.store-claim" -}}
- metadata: { name: data }
  spec:
    accessModes: [ReadWriteOnce]
    {{- with .storage.class }}
    storageClassName: {{ . }}
    {{- end }}
    resources:
      requests: { storage: {{ .storage.size }} }
{{- end }}
