import { domainLimits } from "@hoplog/schema/domains/settings.js";
import { limits } from "@hoplog/schema/limits.js";
import { outletKindNames, outletLimits } from "@hoplog/schema/outlets.js";
import { webhookLimits } from "@hoplog/schema/webhooks.js";
import { z } from "zod";
import { accountTag } from "../../accounts/identity/shown.ts";
import type { Outlet } from "../../accounts/outlets/listed.ts";
import { instant, recordId } from "../../kernel/contract/answerPieces.ts";
import { many, one } from "../../kernel/contract/answers.ts";
import { entity } from "../../kernel/contract/entity.ts";
import { enumeration } from "../../kernel/contract/enumeration.ts";
import { facesOf, operationsOn } from "../../kernel/contract/operations.ts";
import { deleteOutlet, resumeOutlet, type OutletServices } from "./commands.ts";
import { listOutlets } from "./queries.ts";

const outletKind = enumeration("OutletKind", "Something that sends data out or grants access", outletKindNames);

const state = enumeration<Outlet["state"]>("OutletState", "Whether an outlet works", {
  active: "It sends data or grants access",
  paused: "It does neither until it is resumed",
});

const credentialKind = enumeration<NonNullable<Outlet["credentialKind"]>>(
  "CredentialKind",
  "How a user was signed in",
  {
    session: "With a session",
    apiKey: "With an API key",
  },
);

/** Permissions that deleting an outlet of each kind needs. */
const deletions = {
  "webhooks:write": "for a webhook",
  "clickExports:write": "for an export",
  "reports:write": "for a report",
  "alarms:write": "for an alarm",
  "shares:write": "for a shared page",
  "keys:write": "for an API key",
  "sql:write": "for SQL access",
  "domains:write": "for a domain",
};

const created = "Who created it, replaced its destination, or resumed it last; null if that was not recorded";
const widened = "Who last made it send more, to another destination, or again; null for nobody since then";
const keyName = "Name of that API key; null for sessions and deleted keys";

/** The creator, as REST returns it. */
const maker = {
  user: z.string().nullable().describe("Name of the user; null if the account was deleted"),
  credential: credentialKind,
  credentialId: recordId,
  key: z.string().nullable().describe("Name of the API key; null for sessions and deleted keys"),
};

const outlet = entity<Outlet>()({
  name: "Outlet",
  description: "Something that sends data out or grants access",
  fields: {
    id: recordId.describe("ID of the webhook, export, …"),
    kind: outletKind.describe("What it is"),
    name: z.string().describe("Address of a report, subject of an alarm, or domain of a domain target"),
    createdAt: instant.describe("Creation time"),
    createdBy: z.object(maker).nullable().describe(created),
    widenedBy: z
      .object({ ...maker, at: instant })
      .nullable()
      .describe(widened),
    state: state.describe("Paused outlets send nothing and grant no access"),
    pausedAt: instant.nullable().describe("Time of the pause; null for none"),
    userName: z.string().nullable().describe(created),
    credentialKind: credentialKind.nullable().describe("How that user was signed in"),
    credentialId: recordId.nullable().describe("ID of that session or API key"),
    keyName: z.string().nullable().describe(keyName),
    widenedAt: instant.nullable().describe("When it was last made to send more, to another destination, or again"),
    widenedUserName: z.string().nullable().describe(widened),
    widenedCredentialKind: credentialKind.nullable().describe("How that user was signed in"),
    widenedCredentialId: recordId.nullable().describe("ID of that session or API key"),
    widenedKeyName: z.string().nullable().describe(keyName),
  },
  computed: {
    createdBy: ({ userName: user, credentialKind: credential, credentialId, keyName: key }) =>
      credential && credentialId ? { user, credential, credentialId, key } : null,
    widenedBy({ widenedAt: at, widenedCredentialKind: credential, widenedCredentialId: credentialId, ...more }) {
      const { widenedUserName: user, widenedKeyName: key } = more;
      return credential && credentialId && at ? { user, credential, credentialId, key, at } : null;
    },
  },
  only: {
    createdBy: "rest",
    widenedBy: "rest",
    userName: "graphql",
    credentialKind: "graphql",
    credentialId: "graphql",
    keyName: "graphql",
    widenedAt: "graphql",
    widenedUserName: "graphql",
    widenedCredentialKind: "graphql",
    widenedCredentialId: "graphql",
    widenedKeyName: "graphql",
  },
});

const mostOutlets =
  webhookLimits.perWorkspace +
  limits.clickExportsMax +
  limits.reportsMax +
  limits.alarmsMax +
  limits.sharesPerWorkspace +
  limits.apiKeysMax +
  domainLimits.perWorkspace +
  1;

const oneOutlet = one(outlet);
const kindAndId = { kind: outletKind, id: recordId };

const { query, mutation } = operationsOn<OutletServices>(accountTag, "Outlet");

/** The operations on outlets. */
export const outletFaces = facesOf([
  query({
    name: "outlets",
    id: "listOutlets",
    rest: "GET /api/auth/outlets",
    summary: "List everything that sends data out or grants access, newest first",
    description: `Webhooks, exports, reports, alarms, shared pages, API keys, SQL access and domain targets. A reset of the password, "end all other sessions" and a revoked key pause what the lost sessions and keys created in the last ${outletLimits.recentDays} days or were alive to create.`,
    needs: ["outlets:read"],
    takes: {},
    answer: many(outlet),
    weight: { length: mostOutlets },
    failures: [403],
    run: listOutlets,
  }),
  mutation({
    name: "resumeOutlet",
    rest: "POST /api/auth/outlets/:kind/:id/resume",
    summary: "Resume a paused outlet",
    description: `Sends what has waited too: it is stored for ${outletLimits.keptDays} days.`,
    needs: ["outlets:write"],
    takes: kindAndId,
    answer: oneOutlet,
    message: "Outlet resumed.",
    failures: [400, 403, 404],
    run: (services, actor, { kind, id }) => resumeOutlet(services, actor, kind, id),
  }),
  mutation({
    name: "deleteOutlet",
    rest: "DELETE /api/auth/outlets/:kind/:id",
    summary: "Delete an outlet",
    description:
      "Has the same effect as its own operation: an API key is revoked; a domain loses its targets and retains its links.",
    needs: ["outlets:write"],
    mayNeed: deletions,
    takes: kindAndId,
    answer: oneOutlet,
    message: "Outlet deleted.",
    failures: [400, 403, 404],
    run: (services, actor, { kind, id }) => deleteOutlet(services, actor, kind, id),
  }),
]);
