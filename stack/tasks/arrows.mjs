// The allowed import directions. checkArrows.mjs enforces the directions, and docs/explain/architecture.md explains
// them.

/** Imports that each workspace may have from others: all of one, or one module of it. */
export const workspaces = {
  schema: [],
  platform: ["schema"],
  api: ["schema", "platform"],
  // No code is shared with the api, because verify checks the api's figures.
  verify: ["schema", "platform"],
  redirector: ["schema", "platform"],
  ingest: ["schema", "platform"],
  web: ["schema"],
  // Published packages.
  sdk: [],
  cli: ["sdk", "schema/validation/plainText"],
  stack: ["schema", "platform"],
  tests: ["schema", "platform", "stack"],
  bench: ["schema", "platform", "stack"],
};

/** Additional imports allowed for a workspace's tests and test helpers. */
export const forTests = { verify: ["api/testing"] };

/**
 * The contexts of each workspace, and the contexts that each may import. A path of two folders is a part of a context
 * with fewer permissions than the whole. No context imports boot, which connects everything, nor folders that are not
 * listed here.
 */
export const contexts = {
  api: {
    // boot passes features to servers. Servers import no features except accounts, which resolves tokens to users.
    servers: ["accounts", "kernel"],
    operations: ["reporting", "integrations", "analytics", "links", "accounts", "clicks", "kernel"],
    reporting: ["integrations", "analytics", "links", "accounts", "clicks", "kernel"],
    integrations: ["links", "accounts", "clicks", "kernel"],
    analytics: ["links", "accounts", "clicks", "kernel"],
    links: ["accounts", "clicks", "kernel"],
    accounts: ["kernel"],
    clicks: ["kernel"],
    kernel: [],
    "kernel/calls": ["kernel/access", "kernel/eventstore", "kernel/database"],
    "kernel/contract": ["kernel/calls", "kernel/access"],
    // Projections are passed as arguments.
    "kernel/eventstore": ["kernel/database"],
    // Permission checks have no dependencies.
    "kernel/access": [],
    "kernel/limits": [],
    "kernel/database": [],
  },
  web: {
    app: ["reporting", "integrations", "analytics", "links", "accounts", "core", "ui"],
    reporting: ["analytics", "links", "accounts", "core", "ui"],
    integrations: ["analytics", "links", "accounts", "core", "ui"],
    analytics: ["links", "core", "ui"],
    links: ["core", "ui"],
    accounts: ["core", "ui"],
    core: ["ui"],
    ui: [],
  },
};
