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

const outletKind = enumeration(
  "OutletKind",
  "Kind of an outlet, which sends data out of a workspace or grants access to it",
  outletKindNames,
);

const state = enumeration<Outlet["state"]>("OutletState", "State of an outlet", {
  active: "The outlet sends data or grants access",
  paused: "The outlet sends nothing and grants no access until it is resumed",
});

const credentialKind = enumeration<NonNullable<Outlet["credentialKind"]>>(
  "CredentialKind",
  "Kind of credential that a user was signed in with",
  {
    session: "A session",
    apiKey: "An API key",
  },
);

/** Permissions that deleting an outlet of each kind needs. */
const deletions = {
  "webhooks:write": "to delete a webhook",
  "clickExports:write": "to delete an export",
  "reports:write": "to delete a report",
  "alarms:write": "to delete an alarm",
  "shares:write": "to delete a shared page",
  "keys:write": "to revoke an API key",
  "sql:write": "to revoke SQL access",
  "domains:write": "to delete the targets of a domain",
};

const created =
  "User who created the outlet, replaced its destination, or last resumed it; null if that was not recorded";
const widened =
  "User who last extended the outlet (more data, or another destination) or resumed it; null if it was never extended or resumed";
const keyName = "Name of the API key that was used; null for sessions and deleted keys";

/** A user who created or extended an outlet, as REST returns them. */
const maker = {
  user: z.string().nullable().describe("Name of the user; null if the account was deleted"),
  credential: credentialKind,
  credentialId: recordId,
  key: z.string().nullable().describe("Name of the API key that was used; null for sessions and deleted keys"),
};

const outlet = entity<Outlet>()({
  name: "Outlet",
  description:
    "A webhook, export, report, alarm, shared page, API key, SQL access or domain target: it sends data out of a workspace or grants access to it",
  fields: {
    id: recordId.describe("ID of the webhook, export, report or other outlet"),
    kind: outletKind.describe("Kind of the outlet"),
    name: z
      .string()
      .describe("Name of the outlet; for reports the address, for alarms the subject, for domain targets the domain"),
    createdAt: instant.describe("Creation time"),
    createdBy: z.object(maker).nullable().describe(created),
    widenedBy: z
      .object({ ...maker, at: instant })
      .nullable()
      .describe(widened),
    state: state.describe("Whether the outlet is active or paused"),
    pausedAt: instant.nullable().describe("Time when the outlet was paused; null if it is active"),
    userName: z.string().nullable().describe(created),
    credentialKind: credentialKind
      .nullable()
      .describe("Kind of credential that this user was signed in with; null if it was not recorded"),
    credentialId: recordId
      .nullable()
      .describe("ID of the session or API key that was used; null if it was not recorded"),
    keyName: z.string().nullable().describe(keyName),
    widenedAt: instant.nullable().describe("Time when the outlet was last extended or resumed; null if it never was"),
    widenedUserName: z.string().nullable().describe(widened),
    widenedCredentialKind: credentialKind
      .nullable()
      .describe("Kind of credential that this user was signed in with; null if there is no such user"),
    widenedCredentialId: recordId
      .nullable()
      .describe("ID of the session or API key that was used; null if there is no such user"),
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
    summary: "List outlets of the workspace",
    description: `Returns webhooks, exports, reports, alarms, shared pages, API keys, SQL access and domain targets, newest first. If credentials may be compromised (password change or reset, ending all sessions, cancelled change of the email address, revoked API key), outlets that the ended sessions and keys created or extended are paused. Unless only an API key was revoked, outlets created or extended in the last ${outletLimits.recentDays} days with sessions that had already ended are also paused; if all API keys are revoked, so are those of keys that had already ended.`,
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
    description: `Also sends the waiting messages of the outlet, which are stored for ${outletLimits.keptDays} days.`,
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
      "Deletes the webhook, export or other outlet. An API key is revoked; a domain loses its redirect targets and keeps its links.",
    needs: ["outlets:write"],
    mayNeed: deletions,
    takes: kindAndId,
    answer: oneOutlet,
    message: "Outlet deleted.",
    failures: [400, 403, 404],
    run: (services, actor, { kind, id }) => deleteOutlet(services, actor, kind, id),
  }),
]);
