// Which way imports go, said once. checkArrows.mjs holds the code against it; docs/architecture.md says why.

/** What a workspace may import of the others: all of one, or one module of it. */
export const workspaces = {
  schema: [],
  platform: ["schema"],
  api: ["schema", "platform"],
  // It judges the api, so it shares no code with it.
  verify: ["schema", "platform"],
  redirector: ["schema", "platform"],
  ingest: ["schema", "platform"],
  web: ["schema"],
  // Others install these two.
  sdk: [],
  cli: ["sdk", "schema/validation/plainText"],
  stack: ["schema", "platform"],
  tests: ["schema", "platform", "stack"],
  bench: ["schema", "platform", "stack"],
};

/** What tests of a workspace, and what only they use, may import besides. */
export const forTests = { verify: ["api/testing"] };

/**
 * The contexts of a workspace, each with those that it may import. A path of two folders is a part of a context that may import
 * less than the whole. Nothing imports boot, which wires everything, nor anything that is not named here.
 */
export const contexts = {
  api: {
    // Features reach servers by way of boot. Servers know one of them, which tells who a token speaks for.
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
    // Projections are handed in.
    "kernel/eventstore": ["kernel/database"],
    // Who may do what is decided by pure code.
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
