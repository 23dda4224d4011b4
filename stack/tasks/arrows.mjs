// The allowed import directions, in one place. checkArrows.mjs enforces them; docs/explain/architecture.md explains them.

/** What each workspace may import of others: all of one, or one module of it. */
export const workspaces = {
  schema: [],
  platform: ["schema"],
  api: ["schema", "platform"],
  // It checks the api's figures, so it shares no code with it.
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
 * with fewer permissions than the whole. No context imports boot, which wires everything, nor folders not listed here.
 */
export const contexts = {
  api: {
    // Features are passed to servers by boot. Servers import only accounts, which resolves tokens to users.
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
    // Projections are passed in.
    "kernel/eventstore": ["kernel/database"],
    // Permission checks are pure code.
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
