# One file for our three images: api with the web app, redirector and ingest. Each holds what it runs and no more.

# "on" builds the documentation into the image of the api, which then serves it at /docs/.
ARG DOCS=off

FROM node:24.21.0-bookworm-slim AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY schema/package.json schema/
COPY platform/package.json platform/
COPY api/package.json api/
COPY verify/package.json verify/
COPY redirector/package.json redirector/
COPY ingest/package.json ingest/
COPY web/package.json web/
COPY sdk/package.json sdk/
COPY cli/package.json cli/
COPY stack/package.json stack/
COPY tests/package.json tests/
COPY bench/package.json bench/

FROM manifests AS build
ENV CI=true
RUN npm ci --no-audit --no-fund --ignore-scripts
COPY . .
RUN node stack/tasks/build.mjs \
 # The build also compiles files that only tests use.
 && find ./*/dist -depth \( -name testing -o -name fixtures \) -exec rm -rf {} +

FROM manifests AS api-packages
RUN npm ci --no-audit --no-fund --omit=dev --ignore-scripts --workspace=api --workspace=verify --workspace=platform --workspace=schema

FROM manifests AS redirector-packages
RUN npm ci --no-audit --no-fund --omit=dev --ignore-scripts --workspace=redirector --workspace=platform --workspace=schema

FROM manifests AS ingest-packages
RUN npm ci --no-audit --no-fund --omit=dev --ignore-scripts --workspace=ingest --workspace=platform --workspace=schema

FROM node:24.21.0-bookworm-slim AS service
ENV NODE_ENV=production HOST=0.0.0.0
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/schema/package.json schema/
COPY --from=build /app/schema/dist schema/dist
COPY --from=build /app/schema/clickhouse schema/clickhouse
COPY --from=build /app/platform/package.json platform/
COPY --from=build /app/platform/dist platform/dist

FROM build AS docs
RUN node stack/tasks/install.mjs docs/site && node docs/site/build.mjs

FROM service AS service-docs-off

FROM service AS service-docs-on
ENV DOCS_ROOT=/app/docs
COPY --from=docs /app/docs/site/dist docs

# npm installs a package into a workspace's own folder if workspaces need different versions of it.
FROM service-docs-${DOCS} AS api
COPY --from=api-packages /app/node_modules node_modules
COPY --from=api-packages /app/platform platform
COPY --from=api-packages /app/api api
COPY --from=build /app/api/dist api/dist
COPY --from=api-packages /app/verify verify
COPY --from=build /app/verify/dist verify/dist
COPY --from=build /app/schema/graphql schema/graphql
COPY --from=build /app/schema/openapi/openapi.json schema/openapi/
COPY --from=build /app/web/dist web/dist
USER node
ENV APP_PORT=3000 METRICS_PORT=3003 WEB_ROOT=/app/web/dist
EXPOSE 3000
HEALTHCHECK --interval=2s --timeout=3s --start-period=60s --retries=10 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/healthz').then(({ok})=>process.exit(ok?0:1),()=>process.exit(1))"]
CMD ["node", "--enable-source-maps", "api/dist/bundle/main.js"]

FROM service AS redirector
COPY --from=redirector-packages /app/node_modules node_modules
COPY --from=redirector-packages /app/platform platform
COPY --from=redirector-packages /app/redirector redirector
COPY --from=build /app/redirector/dist redirector/dist
RUN mkdir -p /data/spool /data/replica && chmod 700 /data/spool /data/replica && chown -R node:node /data
USER node
ENV SHORT_PORT=3001 SPOOL_DIR=/data/spool REPLICA_DIR=/data/replica METRICS_PORT=3004
VOLUME /data/replica
EXPOSE 3001 3443
HEALTHCHECK --interval=2s --timeout=3s --start-period=60s --retries=10 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3004/healthz').then(({ok})=>process.exit(ok?0:1),()=>process.exit(1))"]
CMD ["node", "--enable-source-maps", "redirector/dist/bundle/main.js"]

FROM service AS ingest
COPY --from=ingest-packages /app/node_modules node_modules
COPY --from=ingest-packages /app/platform platform
COPY --from=ingest-packages /app/ingest ingest
COPY --from=build /app/ingest/dist ingest/dist
USER node
ENV METRICS_PORT=3002
HEALTHCHECK --interval=2s --timeout=3s --start-period=60s --retries=10 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3002/healthz').then(({ok})=>process.exit(ok?0:1),()=>process.exit(1))"]
CMD ["node", "--enable-source-maps", "ingest/dist/bundle/main.js"]
